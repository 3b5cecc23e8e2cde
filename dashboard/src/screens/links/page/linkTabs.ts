const TABS = [
  'numbers',
  'clicks',
  'receipts',
  'flow',
  'results',
  'details',
  'history',
  'comments',
] as const;
export type LinkTab = (typeof TABS)[number];

interface LinkSearch {
  readonly tab?: LinkTab;
  /** The link has just been created, so what comes next is passing it on. */
  readonly created?: true;
}

/** What the URL of a link's page says; the numbers by default. */
export function readLinkTab(search: Record<string, unknown>): LinkSearch {
  const tab = TABS.find((known) => known === search['tab']);
  return {
    ...(tab !== undefined && tab !== 'numbers' && { tab }),
    ...(search['created'] === true && { created: true }),
  };
}
