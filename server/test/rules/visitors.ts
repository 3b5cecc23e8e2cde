import { SIMULATED_VISITORS } from '@fairlead/contract/simulatedVisitors';
import type { Rule, Variant } from '@fairlead/contract/rules';
import type { SimulatedPerson } from '@fairlead/contract/operations/explain';
import { SIMULATED } from '#visits/decision/simulatedVisitors.ts';

/** One person's request for a link. */
export interface MadeUpVisitor {
  readonly address: string;
  readonly userAgent: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly person: SimulatedPerson;
}

const COUNTRIES = ['DE', 'AT', 'US', 'BR', 'JP', undefined];
const LANGUAGES = ['de', 'de-AT', 'en-US', 'pt-BR', 'ja', undefined];
const REFERRERS = ['news.example.com', 'a.news.example.com', 'shop.example.org', undefined];
const QUERIES = ['', 'utm_source=mail', 'utm_source=app&x=1', 'x='];
const PEOPLE = SIMULATED_VISITORS.filter((as) => !as.startsWith('crawler-'));

/** The visitor of a number: always the same, and all kinds occur. */
export function madeUpVisitor(number: number): MadeUpVisitor {
  const pick = <T>(list: readonly T[], step: number) =>
    list[Math.floor(number / step) % list.length]!;
  const userAgent = SIMULATED[pick(PEOPLE, 1)].userAgent;
  const [country, language] = [pick(COUNTRIES, 3), pick(LANGUAGES, 5)];
  const [referrer, query] = [pick(REFERRERS, 7), pick(QUERIES, 11)];
  return {
    address: `203.0.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`,
    userAgent,
    query,
    headers: {
      // XX: the proxy does not know; addresses of documentation are in no country.
      'cf-ipcountry': country ?? 'XX',
      ...(language !== undefined && { 'accept-language': `${language},fr;q=0.5` }),
      ...(referrer !== undefined && { referer: `https://${referrer}/page?q=1` }),
    },
    person: {
      userAgent,
      query,
      ...(country !== undefined && { country }),
      ...(language !== undefined && { language }),
      ...(referrer !== undefined && { referrer }),
    },
  };
}

export const TEN_RULES: Rule[] = [
  {
    name: 'Over',
    when: { to: '2020-01-01T00:00:00Z' },
    to: { fallbackUrl: 'https://example.com/over' },
  },
  {
    name: 'Mail in Germany',
    when: { country: ['DE', 'AT'], query: { utm_source: 'mail' } },
    to: { fallbackUrl: 'https://example.com/mail' },
  },
  {
    name: 'TikTok',
    when: { app: ['TikTok', 'Instagram'], platform: ['ios'] },
    to: { fallbackUrl: 'https://example.com/tiktok', iosUrl: 'https://example.com/tiktok-ios' },
  },
  {
    name: 'Third of Brazil',
    when: { country: ['BR'], share: 33.33 },
    to: { fallbackUrl: 'https://example.com/br' },
  },
  {
    name: 'Old Android',
    when: { platform: ['android'], osVersion: { max: '16' } },
    to: { fallbackUrl: 'https://example.com/old' },
  },
  {
    name: 'News',
    when: { referrer: ['*.news.example.com', 'news.example.com'], language: ['de'] },
    to: { fallbackUrl: 'https://example.com/news' },
  },
  { name: 'Old app', when: { appBuild: { max: '41' } }, to: { update: true } },
  {
    name: 'Computers of Japan',
    when: { device: ['desktop'], country: ['JP'] },
    to: { fallbackUrl: 'https://example.com/jp' },
  },
  { name: 'Any x', when: { query: { x: null } }, to: { fallbackUrl: 'https://example.com/x' } },
  {
    name: 'Portuguese',
    when: { language: ['pt'], weekdays: [1, 2, 3, 4, 5, 6, 7] },
    to: { fallbackUrl: 'https://example.com/pt' },
  },
];

export const VARIANTS: Variant[] = [
  { name: 'A', share: 60, to: {} },
  { name: 'B', share: 39, to: { fallbackUrl: 'https://example.com/b' } },
  { name: 'C', share: 1, to: { fallbackUrl: 'https://example.com/c' } },
];
