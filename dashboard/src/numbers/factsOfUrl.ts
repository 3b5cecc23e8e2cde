import type { AnalyticsQuery } from '@fairlead/contract/operations/analytics';

/** What numbers can be asked of alone. Apart from its words, which the router does not need. */
export const FACTS = [
  'country',
  'referrer',
  'device',
  'os',
  'browser',
  'source',
  'app',
  'language',
  'route',
  'placement',
  'utmCampaign',
  'utmSource',
  'utmMedium',
  'utmTerm',
  'utmContent',
] as const satisfies readonly (keyof AnalyticsQuery)[];
export type Fact = (typeof FACTS)[number];
/** Values that clicks must have; an empty text is what is not known. */
export type Facts = Pick<AnalyticsQuery, Fact>;

const SOURCES: ReadonlySet<string> = new Set(['link', 'qr', 'app']);

/** The facts in a URL, or of a window. */
export function readFacts(search: { readonly [Name in Fact]?: unknown }): Facts {
  const found = FACTS.flatMap((fact) => {
    const value = search[fact];
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && (fact !== 'source' || SOURCES.has(text))
      ? [[fact, text]]
      : [];
  });
  return Object.fromEntries(found) as Facts;
}
