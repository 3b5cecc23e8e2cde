import {
  approveLinkProposal,
  closeLinkProposal,
  getLinkProposal,
  type LinkProposal,
} from '@fairlead/contract/operations/dashboard/linkProposals';
import {
  getProjectLink,
  listProjectLinks,
  type ProjectLink,
} from '@fairlead/contract/operations/dashboard/links';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { currentUserQuery, useProjectId, useRights } from '../../../api/project.ts';
import { ask, useWrite } from '../../../api/queries.ts';
import { confirm } from '../../../parts/dialogs/confirm.tsx';
import { Failure } from '../../../parts/states.tsx';
import { When } from '../../../parts/When.tsx';
import { useMayEdit } from '../folders/useFolders.ts';
import { BeforeAndAfter, FromTo } from '../page/changeSentences.tsx';

/** On the page of a printed link, or one that printed links lead to: that it is one, and the change that waits for approval. */
export function PrintedNotice({ link }: { readonly link: ProjectLink }) {
  const params = { projectId: useProjectId(), linkId: link.id };
  const state = useQuery({
    ...ask(getLinkProposal, { params }),
    enabled: link.printed || link.printedTarget,
    // Whoever decides sees what there is to decide on now.
    staleTime: 0,
  });
  if (!link.printed && !link.printedTarget) return null;
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Printer size={16} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />
        <Text size="sm" c="dimmed">
          {link.printed
            ? 'Printed: the code of this link is on paper, so what it leads to does not change without approval.'
            : 'A printed link leads here by its rules or variants, so what this link leads to does not change without approval.'}
        </Text>
      </Group>
      {state.isError && <Failure error={state.error} retry={state.refetch} />}
      {state.data?.proposal && (
        <Proposal
          link={link}
          proposal={state.data.proposal}
          othersApprove={state.data.othersApprove}
        />
      )}
    </>
  );
}

interface ProposalProps {
  readonly link: ProjectLink;
  readonly proposal: LinkProposal;
  readonly othersApprove: boolean;
}

function Proposal({ link, proposal, othersApprove }: ProposalProps) {
  const { proposer, createdAt, deletes, fields, outOfDate } = proposal;
  return (
    <Alert
      color={outOfDate ? 'gray' : 'yellow'}
      title={outOfDate ? 'This proposal is out of date' : 'A change waits for approval'}
    >
      <Stack gap="xs">
        {outOfDate && (
          <Text size="sm">
            Where the link leads has changed since. The proposal cannot be approved; the change can
            be proposed again.
          </Text>
        )}
        <div>
          <Text size="sm" component="div">
            <b>{proposer?.name ?? 'A former member'}</b> proposed this <When at={createdAt} />:
          </Text>
          <ul className="break" style={{ margin: '4px 0 0', paddingInlineStart: 20 }}>
            {deletes && (
              <Text component="li" size="sm">
                The link is deleted.
              </Text>
            )}
            {fields.map((field) => (
              <Text key={field.field} component="li" size="sm">
                <FromTo change={field} />
              </Text>
            ))}
          </ul>
          <BeforeAndAfter fields={fields} />
        </div>
        <Decide link={link} proposal={proposal} othersApprove={othersApprove} />
      </Stack>
    </Alert>
  );
}

function Decide({ link, proposal, othersApprove }: ProposalProps) {
  const params = { projectId: useProjectId(), linkId: link.id, proposalId: proposal.id };
  const navigate = useNavigate();
  const { admin } = useRights();
  const mayEdit = useMayEdit(link);
  const { data: me } = useQuery(currentUserQuery);
  const changes = [getLinkProposal, getProjectLink, listProjectLinks];
  const own = proposal.proposer?.userId === me?.user.id;
  const approve = useWrite(approveLinkProposal, {
    changes: proposal.deletes ? [listProjectLinks] : changes,
    done: 'The change is made.',
    onDone: () => proposal.deletes && navigate({ to: '/p/$projectId/links', params }),
  });
  const close = useWrite(closeLinkProposal, {
    changes,
    done: own ? 'The proposal is withdrawn.' : 'The proposal is declined.',
  });
  if (!mayEdit || me === undefined) return null;
  return (
    <Group gap="xs">
      {admin && !proposal.outOfDate && (!own || !othersApprove) && (
        <Button
          size="sm"
          loading={approve.isPending}
          onClick={() =>
            confirm({
              title: 'Approve this change?',
              text: proposal.deletes
                ? 'Whoever scans the printed code gets a “not found” page from then on.'
                : 'Whoever scans the printed code gets what the change says from then on.',
              yes: 'Approve change',
              harmless: !proposal.deletes,
              onYes: () => approve.mutate({ params }),
            })
          }
        >
          Approve…
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        loading={close.isPending}
        onClick={() => close.mutate({ params })}
      >
        {own ? 'Withdraw proposal' : 'Decline'}
      </Button>
      {own && othersApprove && (
        <Text size="sm" c="dimmed">
          Another owner or admin approves it.
        </Text>
      )}
    </Group>
  );
}
