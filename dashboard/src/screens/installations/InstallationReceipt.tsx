import { getReceipt } from '@fairlead/contract/operations/attribution';
import type { Receipt } from '@fairlead/contract/attributionResources';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { isNotFound } from '../../api/CallError.ts';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Empty, Loaded, Waiting } from '../../parts/states.tsx';
import { When } from '../../parts/When.tsx';
import { CustomerPeriods } from './CustomerPeriods.tsx';
import { EraseButton } from './InstallationRow.tsx';
import { MATCH_STATES } from '../../numbers/matchStates.ts';
import { adviceFor } from './outcomes.ts';
import { ReceiptCandidates } from './ReceiptCandidates.tsx';
import { LinkedText } from './ReceiptLinks.tsx';
import { ReceiptTimeline } from './ReceiptTimeline.tsx';

/** The receipt of an installation's first open, whose it was, and a way to erase it. */
export function InstallationReceipt({ installationId }: { readonly installationId: string }) {
  const params = { projectId: useProjectId(), installationId };
  const receipt = useQuery(ask(getReceipt, { params }));
  const navigate = useNavigate();
  const { id: _id, ...search } = useSearch({ from: '/signedIn/p/$projectId/installations' });
  const back = { to: '/p/$projectId/installations', params, search } as const;
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <TextLink {...back}>All installations</TextLink>
        <EraseButton installationId={installationId} onDone={() => navigate(back)} />
      </Group>
      {isNotFound(receipt.error) ? (
        <Card>
          <Empty title="No receipt for this installation">
            The app has not asked which link brought it, so nothing was matched.
          </Empty>
        </Card>
      ) : (
        <Loaded query={receipt} waiting={<Waiting rows={3} height={120} />}>
          {(data) => (
            <>
              <Outcome receipt={data} />
              <Details receipt={data} installationId={installationId} />
              {data.candidates.length > 0 && <ReceiptCandidates receipt={data} />}
            </>
          )}
        </Loaded>
      )}
      <CustomerPeriods installationId={installationId} />
    </Stack>
  );
}

/** For everybody: the sentence, what can be done about it, and the way to it. */
function Outcome({ receipt }: { readonly receipt: Receipt }) {
  const { summary, test, reason } = receipt;
  const match = MATCH_STATES[test ? 'test' : (receipt.matchType ?? 'none')];
  const advice = adviceFor(reason);
  return (
    <Card
      title="First open"
      about={<When at={receipt.createdAt} />}
      actions={
        <Badge variant="light" color={match.color}>
          {match.label}
        </Badge>
      }
    >
      <Stack gap="sm">
        <Text fw={600} className="break">
          <LinkedText receipt={receipt} text={summary} />
        </Text>
        {advice !== undefined && <Text size="sm">{advice}</Text>}
        <ReceiptTimeline receipt={receipt} />
      </Stack>
    </Card>
  );
}

/** For engineers: what was tried, with its numbers. */
function Details({
  receipt,
  installationId,
}: {
  readonly receipt: Receipt;
  readonly installationId: string;
}) {
  return (
    <Card
      title="For engineers"
      about={<span className="break">Installation {installationId}</span>}
    >
      <Stack gap="xs">
        {receipt.explanation
          .filter((line) => line !== receipt.summary)
          .map((line) => (
            <Text key={line} size="sm" className="break">
              <LinkedText receipt={receipt} text={line} />
            </Text>
          ))}
      </Stack>
    </Card>
  );
}
