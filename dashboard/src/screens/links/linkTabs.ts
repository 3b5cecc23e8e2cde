const TABS = ['numbers', 'clicks', 'receipts', 'flow', 'details'] as const;
export type LinkTab = (typeof TABS)[number];

/** The tab of a link's page that a URL names; the numbers by default. */
export function readLinkTab(search: Record<string, unknown>): { tab?: LinkTab } {
  const tab = TABS.find((known) => known === search['tab']);
  return tab === undefined || tab === 'numbers' ? {} : { tab };
}
