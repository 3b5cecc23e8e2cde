import type { NumberShare } from '@fairlead/contract/operations/dashboard/shares';

/** Values that clicks must have; an empty text is what is not known. */
export type Facts = NumberShare['facts'];
export type Fact = keyof Facts;

const ALL: Readonly<Record<Fact, true>> = {
  country: true,
  referrer: true,
  device: true,
  os: true,
  browser: true,
  source: true,
  app: true,
  language: true,
  route: true,
  placement: true,
  utmCampaign: true,
  utmSource: true,
  utmMedium: true,
  utmTerm: true,
  utmContent: true,
};
/** What numbers can be asked of alone: all that the contract knows. Apart from its words, which the router does not need. */
export const FACTS = Object.keys(ALL) as Fact[];

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
