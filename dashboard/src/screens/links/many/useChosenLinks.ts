import type { listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import { useEffect, useState } from 'react';
import type { BodyFor } from '../../../api/call.ts';
import type { MeantLinks } from './changeLinks.ts';
import { type LinkFilters, selectionOf } from '../list/linkFilters.ts';
import type { ChosenIds } from '../list/LinkTable.tsx';

type ListPage = BodyFor<typeof listProjectLinks>;

/** Which links are chosen: some of those loaded, or all that match. */
export function useChosenLinks(pages: readonly ListPage[], filters: LinkFilters, stale: boolean) {
  const [chosen, setChosen] = useState<ChosenIds>(new Set());
  const filter = selectionOf(filters);
  // Links that a search or another order has removed from view must not be acted on, now or when they reappear.
  useEffect(() => {
    if (pages.length === 0 || stale) return;
    const shown = new Set(pages.flatMap((page) => page.links.map(({ id }) => id)));
    setChosen((before) => {
      if (before === 'all') return before;
      const still = before.intersection(shown);
      return still.size === before.size ? before : still;
    });
  }, [pages, stale]);
  // Nor all that match another filter.
  useEffect(
    () => setChosen((before) => (before === 'all' ? new Set() : before)),
    [JSON.stringify(filter)],
  );
  const [first] = pages;
  const links = pages.flatMap((page) => page.links);
  const chosenLinks = chosen === 'all' ? links : links.filter(({ id }) => chosen.has(id));
  const meant: MeantLinks =
    chosen === 'all' && first !== undefined
      ? { filter, total: first.total, asOf: first.asOf }
      : { ids: chosenLinks.map(({ id }) => id), deleted: filters.show === 'deleted' };
  return { links, chosen, setChosen, chosenLinks, meant };
}
