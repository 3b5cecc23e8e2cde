import {
  listLinkReceipts,
  type ListedReceipt,
} from '@fairlead/contract/operations/dashboard/receipts';
import { formatConfidence } from '@fairlead/contract/confidence';
import { Badge, Group, Text } from '@mantine/core';
import { call } from '../../../api/call.ts';
import { useProjectId } from '../../../api/project.ts';
import { Card } from '../../../parts/Card.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { PagedList } from '../../../parts/PagedList.tsx';
import { Row } from '../../../parts/Row.tsx';
import { Empty } from '../../../parts/states.tsx';
import { When } from '../../../parts/When.tsx';
import { MATCH_STATES } from '../../../numbers/matchStates.ts';
import type { LinkParams } from './useLiveClicks.ts';

/** The first opens that this link led to, each with a link to its receipt. */
export function LinkReceipts({ params }: { readonly params: LinkParams }) {
  return (
    <Card title="First opens" about="First opens of the app that were matched to this link.">
      <PagedList
        queryKey={[listLinkReceipts.id, params]}
        load={(query) => call(listLinkReceipts, { params, query })}
        items={(page) => page.receipts}
        empty={
          <Empty title="None yet">
            They appear when someone follows this link, installs the app and opens it.
          </Empty>
        }
      >
        {(receipt) => <ReceiptRow key={receipt.id} receipt={receipt} />}
      </PagedList>
    </Card>
  );
}

function ReceiptRow({ receipt }: { readonly receipt: ListedReceipt }) {
  const projectId = useProjectId();
  const { installationId, matchType, as, confidence } = receipt;
  return (
    <Row
      actions={
        installationId !== null && (
          <TextLink
            to="/p/$projectId/installations"
            params={{ projectId }}
            search={{ id: installationId }}
            size="sm"
            aria-label={`Receipt of the installation ${installationId}`}
          >
            Receipt
          </TextLink>
        )
      }
    >
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {as === 'returning' ? 'Returning user' : 'New install'}
        </Text>
        <Badge variant="light" color={MATCH_STATES[matchType].color}>
          {MATCH_STATES[matchType].label}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" component="div">
        <When at={receipt.at} />
        {confidence !== null && ` · ${formatConfidence(confidence)} confidence`}
      </Text>
    </Row>
  );
}
