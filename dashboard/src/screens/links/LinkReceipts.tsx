import {
  listLinkReceipts,
  type ListedReceipt,
} from '@fairlead/contract/operations/dashboard/receipts';
import { Badge, Button, Center, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useProjectId } from '../../api/project.ts';
import { Card } from '../../parts/Card.tsx';
import { percent } from '../../parts/format.ts';
import { TextLink } from '../../parts/links.tsx';
import { Row } from '../../parts/Row.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { When } from '../../parts/When.tsx';
import type { LinkParams } from './useLiveClicks.ts';

/** The first opens that this link brought, each with the way to its receipt. */
export function LinkReceipts({ params }: { readonly params: LinkParams }) {
  const list = useInfiniteQuery({
    queryKey: [listLinkReceipts.id, params],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      call(listLinkReceipts, { params, query: cursor === undefined ? {} : { cursor } }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const receipts = list.data?.pages.flatMap((page) => page.receipts) ?? [];
  return (
    <Card
      title="First opens"
      about="Apps that were opened for the first time and matched to this link."
    >
      {list.isPending && <Waiting rows={4} height={52} />}
      {list.isError && <Failure error={list.error} retry={list.refetch} />}
      {list.isSuccess && receipts.length === 0 && (
        <Empty title="None yet">
          They appear when somebody follows this link, installs the app and opens it.
        </Empty>
      )}
      {receipts.map((receipt) => (
        <ReceiptRow key={receipt.id} receipt={receipt} />
      ))}
      {list.hasNextPage && (
        <Center pt="sm">
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show older ones
          </Button>
        </Center>
      )}
    </Card>
  );
}

function ReceiptRow({ receipt }: { readonly receipt: ListedReceipt }) {
  const projectId = useProjectId();
  const { installationId, matchType, as, sureness } = receipt;
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
          {as === 'returning' ? 'Came back' : 'New install'}
        </Text>
        <Badge variant="light" color={matchType === 'deterministic' ? 'teal' : 'harbour'}>
          {matchType === 'deterministic' ? 'For certain' : 'By signals'}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" component="div">
        <When at={receipt.at} />
        {sureness !== null && ` · ${percent(sureness, 1)} sure`}
      </Text>
    </Row>
  );
}
