import { listTags } from '@fairlead/contract/operations/dashboard/tags';
import { getLinkReach } from '@fairlead/contract/operations/builds';
import {
  getProjectLink,
  listProjectLinks,
  updateProjectLink,
} from '@fairlead/contract/operations/dashboard/links';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { callForReply } from '../../../api/call.ts';
import { useWrite } from '../../../api/queries.ts';
import { ButtonLink } from '../../../parts/links.tsx';
import { Page } from '../../../parts/Page.tsx';
import { Loaded, Waiting } from '../../../parts/states.tsx';
import { OutOfReach } from '../folders/OutOfReach.tsx';
import { useLinkRights } from '../folders/useFolders.ts';
import { LinkForm } from '../form/LinkForm.tsx';
import { conflictOf, type LinkConflict, type LinkVersion, versionIn } from './linkVersion.ts';
import { needsApproval, usePrintedChange } from '../printed/usePrintedChange.ts';
import { updateOf, valuesOf } from '../form/linkValues.ts';

export function EditLink() {
  const params = useParams({ from: '/signedIn/p/$projectId/links/$linkId/edit' });
  const version = useQuery({
    queryKey: [getProjectLink.id, params, 'version'],
    queryFn: async () => {
      const { body, headers } = await callForReply(getProjectLink, { params });
      return { link: body, tag: versionIn(headers) };
    },
    // No one should begin with what the link was some minutes ago.
    gcTime: 0,
  });
  const rights = useLinkRights();
  const link = version.data?.link;
  return (
    <Page title={link ? `Edit ${link.name ?? link.slug}` : 'Edit link'} about={link?.shortUrl}>
      {link && <OutOfReach link={link} />}
      <Loaded query={version} waiting={<Waiting rows={3} height={160} />}>
        {(read) =>
          rights?.mayEdit(read.link.folder) === true && (
            <EditForm key={params.linkId} read={read} params={params} />
          )
        }
      </Loaded>
    </Page>
  );
}

interface EditFormProps {
  /** The version that the form begins with, whatever is read later. */
  readonly read: LinkVersion;
  readonly params: { readonly projectId: string; readonly linkId: string };
}

function EditForm({ read, params }: EditFormProps) {
  const navigate = useNavigate();
  const back = { to: '/p/$projectId/links/$linkId', params } as const;
  const [begun] = useState(read);
  const [conflict, setConflict] = useState<LinkConflict>();
  const save = useWrite(updateProjectLink, {
    quiet: true,
    changes: [getProjectLink, listProjectLinks, listTags, getLinkReach],
    done: 'Link saved.',
    // What is worth knowing about the rules is shown there.
    onDone: ({ ruleNotes }) =>
      navigate({ ...back, ...(ruleNotes.length > 0 && { search: { tab: 'flow' } }) }),
  });
  const printed = usePrintedChange(params.linkId, { quiet: true, onDone: () => navigate(back) });
  const error = save.error ?? printed.error;
  const onError = (failure: unknown) => setConflict((known) => conflictOf(failure) ?? known);
  return (
    <LinkForm
      initial={valuesOf(begun.link)}
      link={begun.link}
      conflict={conflict}
      save="Save changes"
      saving={save.isPending || printed.isPending}
      error={conflictOf(error) === undefined ? error : null}
      onSave={(values, before) => {
        const { tag } = conflict ?? begun;
        const body = updateOf(before, values);
        if (needsApproval(begun.link, body)) void printed.propose(body, { tag, onError });
        else save.mutate({ params, headers: { 'if-match': tag }, body }, { onError });
      }}
      cancel={
        <ButtonLink {...back} variant="default">
          Cancel
        </ButtonLink>
      }
    />
  );
}
