const TABS = ['numbers', 'clicks', 'receipts', 'flow', 'details'] as const;
export type LinkTab = (typeof TABS)[number];

/** Which part of a link's page an address means; the numbers when it says nothing. */
export function readLinkTab(search: Record<string, unknown>): { tab?: LinkTab } {
  const tab = TABS.find((known) => known === search['tab']);
  return tab === undefined || tab === 'numbers' ? {} : { tab };
}
