import { Button, Center } from '@mantine/core';
import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure, Waiting } from './states.tsx';

interface PagedListProps<Page, Item> {
  readonly queryKey: QueryKey;
  /** One page; the cursor is absent for the first. */
  readonly load: (from: { readonly cursor?: string }) => Promise<Page>;
  readonly items: (page: Page) => readonly Item[];
  /** Shown instead of an empty list. */
  readonly empty: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** A list loaded page by page, newest first, with a button for more. */
export function PagedList<Page extends { readonly nextCursor: string | null }, Item>({
  queryKey,
  load,
  items,
  empty,
  children,
}: PagedListProps<Page, Item>) {
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => load(pageParam === undefined ? {} : { cursor: pageParam }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const found = list.data?.pages.flatMap(items) ?? [];
  return (
    <>
      {list.isPending && <Waiting rows={6} height={52} />}
      {list.isError && <Failure error={list.error} retry={list.refetch} />}
      {list.isSuccess && found.length === 0 && !list.hasNextPage && empty}
      {found.map(children)}
      {list.hasNextPage && (
        <Center pt="sm">
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </Center>
      )}
    </>
  );
}
