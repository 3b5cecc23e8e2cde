import { type LinkView, listLinkViews } from '@fairlead/contract/operations/dashboard/linkViews';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changesOf } from '../../../api/changesOf.ts';
import { useProjectId } from '../../../api/project.ts';
import { ask } from '../../../api/queries.ts';
import { LINK_COLUMNS } from '../list/linkColumns.tsx';
import type { LinkFilters } from '../list/linkFilters.ts';
import { type ChosenColumns, useLinkColumns } from '../list/useLinkColumns.ts';

/** What a view keeps. */
export type ViewContent = Pick<LinkView, 'filters' | 'columns'>;

export function useLinkViews() {
  const projectId = useProjectId();
  return useQuery(ask(listLinkViews, { params: { projectId } }));
}

/** The view that the URL names, and the columns of the list: its own, as long as it is open. */
export function useOpenedView({ view: id }: LinkFilters): ChosenColumns & {
  readonly view: LinkView | undefined;
} {
  const views = useLinkViews();
  const own = useLinkColumns();
  const [chosen, setChosen] = useState<{
    readonly view: string;
    readonly keys: readonly string[];
  }>();
  const view = views.data?.views.find((each) => each.id === id);
  if (view === undefined) {
    return { ...own, view, ready: own.ready && (id === undefined || !views.isPending) };
  }
  const keys = chosen?.view === view.id ? chosen.keys : view.columns;
  return {
    ...own,
    view,
    columns: LINK_COLUMNS.filter(({ key }) => keys.includes(key)),
    choose: (next) => setChosen(next && { view: view.id, keys: next }),
  };
}

const KEPT = [
  'search',
  'tag',
  'folder',
  'show',
  'createdAfter',
  'createdBefore',
  'activeAfter',
  'activeBefore',
  'sortBy',
  'sortOrder',
] as const satisfies readonly (keyof LinkView['filters'] & keyof LinkFilters)[];

/** What a view of the list as it is now would keep. */
export function contentOf(
  filters: LinkFilters,
  { columns }: Pick<ChosenColumns, 'columns'>,
): ViewContent {
  const kept = KEPT.flatMap((name) =>
    filters[name] === undefined ? [] : [[name, filters[name]] as const],
  );
  return { filters: Object.fromEntries(kept), columns: columns.map(({ key }) => key) };
}

/** Whether the list is no longer what the view says. */
export function isChanged({ filters, columns }: LinkView, now: ViewContent): boolean {
  const all = Object.fromEntries(KEPT.map((name) => [name, undefined]));
  const before = { ...all, ...filters, columns: columns.toSorted() };
  const after = { ...all, ...now.filters, columns: now.columns.toSorted() };
  return Object.keys(changesOf(before, after)).length > 0;
}
