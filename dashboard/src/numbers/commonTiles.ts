import type { Analytics } from '@fairlead/contract/operations/analytics';
import type { Tile } from './NumberTiles.tsx';

type Totals = Analytics['totals'];

/** What a project and a link have in common, with what it is compared with. */
export function commonTiles(
  totals: Totals,
  before: Totals | undefined,
): Record<'clicks' | 'visitors' | 'previews', Tile> {
  return {
    clicks: {
      label: 'Clicks',
      value: totals.clicks,
      before: before?.clicks,
      about: 'Visits by people.',
    },
    visitors: {
      label: 'Visitors',
      value: totals.uniqueVisitors,
      before: before?.uniqueVisitors,
      about: 'Unique people per day, added up over the days.',
    },
    previews: {
      label: 'Previews, bots',
      value: totals.previews + totals.bots,
      before: before && before.previews + before.bots,
      about: 'Fetches by social networks for the card they show, scanners, prefetches. Not clicks.',
    },
  };
}
