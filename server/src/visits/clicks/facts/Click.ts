import type { Analytics, LinkTopValues } from '@fairlead/contract/operations/analytics';
import {
  type FieldType,
  flag,
  group,
  hash,
  host,
  id,
  key,
  named,
  oneOf,
  smallNumber,
  stored,
  term,
  text,
  type ValuesOf,
  word,
  words,
} from './fieldTypes.ts';

/** Kinds of request to a link; three numbers that are never added up (Rule: visitors). */
export const CLICK_KIND = { click: 1, preview: 2, bot: 3 } as const;
export type ClickKind = keyof typeof CLICK_KIND;

/** Where a visit came from. */
export const CLICK_SOURCE = { link: 0, qr: 1, app: 2 } as const;
export type ClickSource = keyof typeof CLICK_SOURCE;

/**
 * What an install can be matched by, with the time of the click; stored for the project's window (Rule: attribution). Null, or absent
 * in a group that is null: nothing may or can be matched to the click.
 */
export const SIGNAL_FIELDS = {
  /** See `createAddressHash`. */
  addressHash: hash,
  /** Null: a Mac or an iPad, told apart by the touch points its page reports. */
  os: words('ios', 'android'),
  osMajor: smallNumber,
  model: text,
  /** First language of the browser, BCP 47. */
  language: text,
};

/**
 * Everything that is known of a visit. The order is that of the values in a journal's record: new fields come last, so that journals of
 * the version before can be read.
 */
export const CLICK_FIELDS = {
  /** Made before the write (`newId`): its time is that of the click. */
  id,
  linkKey: key,
  /** Of the link. */
  projectId: id,
  kind: stored(oneOf<ClickKind>(CLICK_KIND)),
  source: stored(oneOf<ClickSource>(CLICK_SOURCE)),
  device: stored(term),
  os: stored(term),
  browser: stored(term),
  /** ISO 3166 alpha-2. */
  country: stored(term),
  /** In-app webview or crawler, by name. */
  app: stored(term),
  /** Host of the Referer header. */
  referrer: stored(host),
  /** Keyed daily hash (`createVisitorHash`). */
  visitor: stored(hash),
  /** The app itself made the request: the click counts as opened immediately. */
  opened: flag,
  signals: group(SIGNAL_FIELDS),
  /** Parameters that the visit forwards to the app, as a query string. */
  forwarded: text,
  /** The rule or variant that led it (`textOfRoute`). */
  route: stored(named),
  /** Preferred language of the browser, without its region. */
  language: stored(term),
  /** Where the QR code was printed that the visitor scanned, by its name (Rule: visitors 9). */
  placement: stored(named),
  /** The campaign of where the link led (`readCampaign`). */
  utmSource: stored(word),
  utmMedium: stored(word),
  utmCampaign: stored(word),
  utmTerm: stored(word),
  utmContent: stored(word),
};

type Fields = typeof CLICK_FIELDS;

/** One visit, as the surfaces see it. `at`: milliseconds since the epoch, the time in `id`. */
export type Click = ValuesOf<Fields> & { readonly at: number };

export type ClickSignals = NonNullable<Click['signals']>;

type Named<Attribute> = {
  [Name in keyof Fields]: Fields[Name] extends Attribute ? Name : never;
}[keyof Fields];
const namesWith = (has: (field: FieldType<unknown>) => boolean) =>
  Object.entries(CLICK_FIELDS).flatMap(([name, field]) => (has(field) ? [name] : []));

/** What every click has of which nothing else is known. */
export const NOTHING_KNOWN = Object.fromEntries(
  namesWith(({ nullable }) => nullable === true).map((name) => [name, null]),
) as { readonly [Name in keyof Click as null extends Click[Name] ? Name : never]: null };

/** Columns of `clicks` in every store, beside those that say whose click it is and when. */
export type StoredField = Named<{ readonly stored: true }>;
export const STORED = namesWith(({ stored }) => stored === true) as StoredField[];

/** Fields whose text stands in a dictionary. */
export type Term = Named<{ readonly dictionary: string }>;
export const TERMS = namesWith(({ dictionary }) => dictionary !== undefined) as Term[];

/** What numbers are broken down by. */
export interface Dimension {
  /** In rows of roll-ups: never given to another. */
  readonly number: number;
  readonly field: Term | 'source';
  /** The clicks that are counted. */
  readonly kind: ClickKind;
}

/** Dimensions of roll-ups beside those of `DIMENSIONS`: by quarter of an hour and kind, and the visitors of a UTC day. */
export const TIMES = 0;
export const VISITORS = 8;

/** By the list of analytics that shows it. */
export const DIMENSIONS = {
  devices: { number: 1, field: 'device', kind: 'click' },
  systems: { number: 2, field: 'os', kind: 'click' },
  browsers: { number: 3, field: 'browser', kind: 'click' },
  countries: { number: 4, field: 'country', kind: 'click' },
  apps: { number: 5, field: 'app', kind: 'click' },
  referrers: { number: 6, field: 'referrer', kind: 'click' },
  sources: { number: 7, field: 'source', kind: 'click' },
  crawlers: { number: 9, field: 'app', kind: 'preview' },
  routes: { number: 10, field: 'route', kind: 'click' },
  languages: { number: 11, field: 'language', kind: 'click' },
  placements: { number: 12, field: 'placement', kind: 'click' },
  utmSources: { number: 13, field: 'utmSource', kind: 'click' },
  utmMediums: { number: 14, field: 'utmMedium', kind: 'click' },
  utmCampaigns: { number: 15, field: 'utmCampaign', kind: 'click' },
  utmTerms: { number: 16, field: 'utmTerm', kind: 'click' },
  utmContents: { number: 17, field: 'utmContent', kind: 'click' },
} as const satisfies Readonly<Record<keyof Analytics['topValues'], Dimension>>;

export type CountedField = (typeof DIMENSIONS)[keyof typeof DIMENSIONS]['field'];
/** What numbers are broken down by, and what clicks can be asked for by. */
export const COUNTED_FIELDS: readonly CountedField[] = [
  ...new Set(Object.values(DIMENSIONS).map(({ field }) => field)),
];

/** Facts that a click must have, all of them; null: of which it is not known. */
export type ClickFacts = { readonly [Name in CountedField]?: Click[Name] };

/** Of which an export and a list of links show the most common value of each link, and under which heading (Rule: exports 5). */
export const LINK_TOP_HEADINGS = {
  device: 'Top Device',
  os: 'Top OS',
  browser: 'Top Browser',
  country: 'Top Country',
} as const satisfies Readonly<Record<keyof LinkTopValues & Term, string>>;
export const LINK_TOP_FIELDS = Object.keys(LINK_TOP_HEADINGS) as (keyof LinkTopValues)[];
/** SQL: columns of those names, for both stores. */
export const LINK_TOP_COLUMNS = LINK_TOP_FIELDS.map((name) => `"${name}"`).join(', ');
