import type { Analytics } from '@fairlead/contract/operations/analytics';
import { type Fact, FACTS, type Facts } from './factsOfUrl.ts';
import { countryName, languageName } from '@fairlead/contract/ruleWords';
import { crawlerName, deviceName, routeName, sourceName } from './visitNames.ts';

/** What numbers can be asked of alone. */
const LABELS = {
  country: 'Country',
  referrer: 'Referrer',
  device: 'Device',
  os: 'System',
  browser: 'Browser',
  source: 'Source',
  app: 'App',
  language: 'Language',
  route: 'Rule or variant',
  placement: 'Placement',
  utmCampaign: 'Campaign',
  utmSource: 'Campaign source',
  utmMedium: 'Campaign medium',
  utmTerm: 'Campaign term',
  utmContent: 'Campaign content',
} as const satisfies Readonly<Record<Fact, string>>;

export interface FactList {
  readonly title: string;
  readonly list: keyof Analytics['topValues'];
  readonly fact: Fact;
  /** What is counted there. */
  readonly of: 'clicks' | 'previews';
  readonly nameOf: (name: string) => string;
  /** Of entries without a name. */
  readonly unknown: string;
  /** What is said where entries without a name are all there is. */
  readonly none?: string;
}

const asItIs = (name: string) => name;
const LIST = { of: 'clicks', nameOf: asItIs, unknown: 'Unknown' } as const;
const CAMPAIGN = {
  ...LIST,
  unknown: 'None',
  none: 'No visitor was led to an address with this utm parameter.',
} as const;
const IN_APP = { ...LIST, fact: 'app', nameOf: crawlerName } as const;

/** The lists of each card. */
export const CARDS: readonly { readonly title: string; readonly lists: readonly FactList[] }[] = [
  {
    title: 'Where from',
    lists: [
      { ...LIST, title: 'Countries', list: 'countries', fact: 'country', nameOf: countryName },
      {
        ...LIST,
        title: 'Referrers',
        list: 'referrers',
        fact: 'referrer',
        unknown: 'Direct (no referrer)',
      },
      { ...LIST, title: 'Languages', list: 'languages', fact: 'language', nameOf: languageName },
    ],
  },
  {
    title: 'Campaigns',
    lists: [
      { ...CAMPAIGN, title: 'Campaign', list: 'utmCampaigns', fact: 'utmCampaign' },
      { ...CAMPAIGN, title: 'Source', list: 'utmSources', fact: 'utmSource' },
      { ...CAMPAIGN, title: 'Medium', list: 'utmMediums', fact: 'utmMedium' },
      { ...CAMPAIGN, title: 'Term', list: 'utmTerms', fact: 'utmTerm' },
      { ...CAMPAIGN, title: 'Content', list: 'utmContents', fact: 'utmContent' },
    ],
  },
  {
    title: 'Technology',
    lists: [
      { ...LIST, title: 'Devices', list: 'devices', fact: 'device', nameOf: deviceName },
      { ...LIST, title: 'Systems', list: 'systems', fact: 'os' },
      { ...LIST, title: 'Browsers', list: 'browsers', fact: 'browser' },
    ],
  },
  {
    title: 'How they came',
    lists: [
      { ...LIST, title: 'Sources', list: 'sources', fact: 'source', nameOf: sourceName },
      { ...IN_APP, title: 'In apps', list: 'apps', unknown: 'None (regular browser)' },
      { ...IN_APP, title: 'Previews', list: 'crawlers', of: 'previews' },
      {
        ...LIST,
        title: 'Rules',
        list: 'routes',
        fact: 'route',
        nameOf: routeName,
        unknown: 'The link itself',
        none: 'No rule or variant has led a click.',
      },
      {
        ...LIST,
        title: 'Placements',
        list: 'placements',
        fact: 'placement',
        unknown: 'None',
        none: 'No QR code of a placement has been scanned. Placements are made on the page of a link.',
      },
    ],
  },
];

/** "Country: Germany": what clicks are shown alone. */
export function factText(fact: Fact, value: string): string {
  const known = CARDS.flatMap(({ lists }) => lists).find((list) => list.fact === fact);
  const name = value === '' ? known?.unknown : known?.nameOf(value);
  return `${LABELS[fact]}: ${name ?? value}`;
}

export function factTexts(facts: Facts): string[] {
  return FACTS.flatMap((fact) => {
    const value = facts[fact];
    return value === undefined ? [] : [factText(fact, value)];
  });
}
