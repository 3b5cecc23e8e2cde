import { eraseInstallation, getReceipt } from '@fairlead/contract/operations/attribution';
import type { Receipt } from '@fairlead/contract/attributionResources';
import { Badge, Button, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isNotFound } from '../api/CallError.ts';
import { useProjectId, useRights } from '../api/project.ts';
import { ask, useWrite } from '../api/queries.ts';
import { Card } from '../parts/Card.tsx';
import { confirm } from '../parts/confirm.tsx';
import { TextLink } from '../parts/links.tsx';
import { Empty, Loaded, Waiting } from '../parts/states.tsx';
import { When } from '../parts/When.tsx';
import { ReceiptCandidates } from './ReceiptCandidates.tsx';

/** The receipt of a first open, and the way to erase the installation. */
export function InstallationReceipt({ installationId }: { readonly installationId: string }) {
  const params = { projectId: useProjectId(), installationId };
  const receipt = useQuery(ask(getReceipt, { params }));
  if (isNotFound(receipt.error)) {
    return (
      <Card>
        <Empty title="No receipt for this id">
          No first open of an installation with this id was seen in this project. Ids are compared
          exactly as the app sends them.
        </Empty>
      </Card>
    );
  }
  return (
    <Loaded query={receipt} waiting={<Waiting rows={3} height={120} />}>
      {(data) => (
        <Stack gap="lg">
          <Outcome receipt={data} actions={<Erase installationId={installationId} />} />
          {data.candidates.length > 0 && <ReceiptCandidates receipt={data} />}
        </Stack>
      )}
    </Loaded>
  );
}

const MATCHES = {
  deterministic: { label: 'Matched for certain', color: 'teal' },
  fingerprint: { label: 'Matched by signals', color: 'harbour' },
  none: { label: 'No match', color: 'gray' },
} as const;
const METHODS = {
  clickId: 'Click id of the store',
  clipboard: 'A copied link',
  deepLink: 'The link the app was opened by',
  signals: 'Signals of the phone',
} as const;
const OUTCOMES = { matched: 'matched', noMatch: 'no match', notTried: 'not tried' } as const;

function Outcome({ receipt, actions }: { readonly receipt: Receipt; readonly actions: ReactNode }) {
  const projectId = useProjectId();
  const match = MATCHES[receipt.matchType ?? 'none'];
  const { credited } = receipt;
  return (
    <Card title="First open" about={<When at={receipt.createdAt} />} actions={actions}>
      <Stack gap="sm">
        <div>
          <Badge variant="light" color={match.color}>
            {match.label}
          </Badge>
        </div>
        {credited?.linkId && (
          <Text size="sm">
            {credited.as === 'install' ? 'An install of the link ' : 'A return by the link '}
            <TextLink
              to="/p/$projectId/links/$linkId"
              params={{ projectId, linkId: credited.linkId }}
            >
              {credited.slug ?? credited.linkId}
            </TextLink>
          </Text>
        )}
        {receipt.words.map((line) => (
          <Text key={line} size="sm" className="break">
            {line}
          </Text>
        ))}
        <List size="sm">
          {receipt.methods.map(({ method, outcome, reason }) => (
            <List.Item key={method}>
              <b>{METHODS[method]}:</b> {OUTCOMES[outcome]}. {reason}
            </List.Item>
          ))}
        </List>
      </Stack>
    </Card>
  );
}

function Erase({ installationId }: { readonly installationId: string }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const { admin } = useRights();
  const erase = useWrite(eraseInstallation, {
    changes: [getReceipt],
    done: `The installation ${installationId} is erased.`,
    onDone: () =>
      navigate({ to: '/p/$projectId/installations', params: { projectId }, search: {} }),
  });
  if (!admin) return null;
  return (
    <Button
      variant="outline"
      color="red"
      size="xs"
      loading={erase.isPending}
      onClick={() =>
        confirm({
          title: `Erase the installation ${installationId}?`,
          text: 'Its record, sessions and receipt go, and what its clicks left behind. Totals of links stay; they name nobody. This cannot be undone.',
          yes: 'Erase it',
          onYes: () => erase.mutate({ params: { projectId, installationId } }),
        })
      }
    >
      Erase
    </Button>
  );
}
