import type { LinkView } from '@fairlead/contract/operations/dashboard/linkViews';
import { listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import { Group, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { useProjectId, useRights } from '../../../api/project.ts';
import { Card } from '../../../parts/Card.tsx';
import { counted } from '../../../parts/format.ts';
import { ButtonLink } from '../../../parts/links.tsx';
import { Page } from '../../../parts/Page.tsx';
import { Empty, Failure, Waiting } from '../../../parts/states.tsx';
import { ChosenLinks } from '../many/ChosenLinks.tsx';
import { ManageTags } from '../tags/ManageTags.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { ManageFolders } from '../folders/ManageFolders.tsx';
import { useLinkRights } from '../folders/useFolders.ts';
import { ImportButton } from './ImportButton.tsx';
import { ClearFilters, LinkFilterBar } from './LinkFilterBar.tsx';
import { DELETED_COLUMNS } from './linkColumns.tsx';
import { isFiltered, type LinkFilters, queryOf } from './linkFilters.ts';
import { ProposalsWaiting } from '../printed/ProposalsWaiting.tsx';
import { LinkTable } from './LinkTable.tsx';
import { StartExport } from './StartExport.tsx';
import { useChosenLinks } from '../many/useChosenLinks.ts';
import { contentOf, isChanged, useOpenedView } from '../views/openedView.ts';
import { ViewChanged } from '../views/ViewChanged.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { LIMITS } from '@fairlead/contract/limits';

/**
 * Links in the first request, which someone is waiting for, and in each further one, which costs the server
 * the same.
 */
const FIRST = 100;
const FURTHER = 200;
/** The same each time, so that nothing follows from it. */
const NONE: never[] = [];

// oxlint-disable-next-line complexity -- the states of a page in one place
export function Links() {
  const projectId = useProjectId();
  const { admin } = useRights();
  const navigate = useNavigate();
  const filters = useSearch({ from: '/signedIn/p/$projectId/links' });
  const deleted = filters.show === 'deleted';
  const { columns, narrow, ready, choose, view } = useOpenedView(filters);
  const now = contentOf(filters, { columns });
  // Top values cost the server another query, so only a list that shows them requests them.
  const extra = columns.some(({ topValues }) => topValues === true)
    ? ({ with: 'topValues' } as const)
    : {};
  const list = useInfiniteQuery({
    queryKey: [listProjectLinks.id, projectId, filters, extra],
    enabled: ready,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      call(listProjectLinks, {
        params: { projectId },
        query: {
          ...queryOf(filters),
          ...extra,
          ...(cursor === undefined ? { limit: FIRST } : { limit: FURTHER, cursor }),
        },
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const setFilters = (next: LinkFilters) =>
    void navigate({
      to: '/p/$projectId/links',
      params: { projectId },
      search: readable(next),
      replace: true,
    });
  const open = (opened: LinkView | undefined) => {
    if (opened !== undefined && opened.id === view?.id) choose(undefined);
    setFilters(opened === undefined ? {} : { ...opened.filters, view: opened.id });
  };
  const pages = list.data?.pages ?? NONE;
  const { links, chosen, setChosen, chosenLinks, meant } = useChosenLinks(
    pages,
    filters,
    list.isPlaceholderData,
  );
  const total = pages[0]?.total ?? 0;
  const mayEdit = useLinkRights()?.some === true;
  const create = mayEdit && (
    <ButtonLink
      to="/p/$projectId/links/new"
      params={{ projectId }}
      leftSection={<Plus size={16} />}
    >
      New link
    </ButtonLink>
  );
  return (
    <Page
      title="Links"
      actions={
        <>
          <ViewsMenu view={view} now={now} onOpen={open} />
          {admin && <ManageFolders />}
          {admin && <ImportButton />}
          {!deleted && <StartExport filters={filters} />}
          {create}
        </>
      }
    >
      <ProposalsWaiting onShow={() => setFilters({ show: 'proposed' })} />
      <LinkFilterBar filters={filters} onChange={setFilters} />
      {view && isChanged(view, now) && (
        <ViewChanged view={view} now={now} onReset={() => open(view)} />
      )}
      <Group justify="space-between" mih={36} gap="xs">
        <Group gap="xs">
          <Text size="sm" c="dimmed" aria-live="polite">
            {list.isSuccess && howMany(total, isFiltered(filters))}
          </Text>
          <ClearFilters filters={filters} onChange={setFilters} />
        </Group>
        <Group gap="xs">
          {chosenLinks.length > 0 && (
            <ChosenLinks
              meant={meant}
              loaded={chosenLinks}
              deleted={deleted}
              onDone={() => setChosen(new Set())}
            />
          )}
          {!deleted && <ColumnChooser columns={columns} choose={choose} />}
          {admin && !deleted && <ManageTags />}
        </Group>
      </Group>
      {list.isPending && <Waiting rows={8} height={56} />}
      {list.isError && <Failure error={list.error} retry={list.refetch} />}
      {list.isSuccess && links.length === 0 && (
        <Card>
          <None filters={filters} create={create} />
        </Card>
      )}
      {links.length > 0 && (
        <LinkTable
          links={links}
          total={total}
          columns={deleted ? DELETED_COLUMNS[narrow ? 'narrow' : 'wide'] : columns}
          narrow={narrow}
          filters={filters}
          onFilters={setFilters}
          chosen={chosen}
          onChosen={mayEdit ? setChosen : undefined}
          stale={list.isPlaceholderData}
          onEnd={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
          }}
        />
      )}
    </Page>
  );
}

function howMany(total: number, filtered: boolean): string {
  return filtered ? counted(total, 'link matches', 'links match') : counted(total, 'link', 'links');
}

function None({ filters, create }: { readonly filters: LinkFilters; readonly create: ReactNode }) {
  if (filters.show === 'deleted' && filters.search === undefined && filters.tag === undefined) {
    return (
      <Empty title="No deleted links">
        What you delete stays here for {LIMITS.trashDays} days, and can be restored.
      </Empty>
    );
  }
  return isFiltered(filters) ? (
    <Empty title="No matching links">
      Change the search or the dates, or clear the filters.
      {filters.show === undefined && ' Archived links are under “All”.'}
    </Empty>
  ) : (
    <Empty title="No links yet" action={create}>
      A link sends each visitor to the right place: into your app, to the store or to your site.
    </Empty>
  );
}

/** Without empty values, so that the URL stays short. */
function readable(filters: LinkFilters): LinkFilters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''),
  );
}
