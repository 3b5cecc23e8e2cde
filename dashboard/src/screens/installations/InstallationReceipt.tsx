import { getReceipt } from '@fairlead/contract/operations/attribution';
import type { Receipt } from '@fairlead/contract/attributionResources';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isNotFound } from '../../api/CallError.ts';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Empty, Loaded, Waiting } from '../../parts/states.tsx';
import { When } from '../../parts/When.tsx';
import { EraseButton } from './InstallationRow.tsx';
import { MATCH_STATES } from '../../numbers/matchStates.ts';
import { ReceiptCandidates } from './ReceiptCandidates.tsx';

/** The receipt of an installation's first open, and a way to erase the installation. */
export function InstallationReceipt({ installationId }: { readonly installationId: string }) {
  const params = { projectId: useProjectId(), installationId };
  const receipt = useQuery(ask(getReceipt, { params }));
  const navigate = useNavigate();
  const back = { to: '/p/$projectId/installations', params, search: {} } as const;
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
              <Outcome receipt={data} installationId={installationId} />
              {data.candidates.length > 0 && <ReceiptCandidates receipt={data} />}
            </>
          )}
        </Loaded>
      )}
    </Stack>
  );
}

function Outcome({
  receipt,
  installationId,
}: {
  readonly receipt: Receipt;
  readonly installationId: string;
}) {
  const projectId = useProjectId();
  const match = MATCH_STATES[receipt.matchType ?? 'none'];
  const { credited } = receipt;
  return (
    <Card
      title="First open"
      about={
        <span className="break">
          Installation {installationId} · <When at={receipt.createdAt} />
        </span>
      }
    >
      <Stack gap="sm">
        <div>
          <Badge variant="light" color={match.color}>
            {match.label}
          </Badge>
        </div>
        {credited?.linkId && (
          <Text size="sm">
            {credited.as === 'install'
              ? 'Install credited to the link '
              : 'Return credited to the link '}
            <TextLink
              to="/p/$projectId/links/$linkId"
              params={{ projectId, linkId: credited.linkId }}
            >
              {credited.slug ?? credited.linkId}
            </TextLink>
          </Text>
        )}
        {receipt.explanation.map((line) => (
          <Text key={line} size="sm" className="break">
            {line}
          </Text>
        ))}
      </Stack>
    </Card>
  );
}
