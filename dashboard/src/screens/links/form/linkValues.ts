import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import type {
  CreateProjectLinkRequest,
  ProjectLink,
  UpdateProjectLinkRequest,
} from '@fairlead/contract/operations/dashboard/links';
import { withScheme } from '../../../parts/form/webAddress.ts';
import { draftsOf, type RouteValues, rulesOf, variantsOf } from '../rules/routeDrafts.ts';

type FreeForm = Record<string, unknown>;

/** A link as form values: strings instead of nulls, and the preview's keys separate from other metadata. */
export interface LinkValues extends RouteValues {
  type: ProjectLink['type'];
  name: string;
  slug: string;
  domain: string;
  externalId: string;
  fallbackUrl: string;
  iosUrl: string;
  androidUrl: string;
  iosFallbackUrl: string;
  androidFallbackUrl: string;
  ogTitle: string;
  ogDescription: string;
  ogImage: string;
  otherMetadata: FreeForm;
  parameters: FreeForm;
  allowQueryPassthrough: boolean;
  /** `project`: as the project's iOS configuration says. */
  breakout: 'project' | 'on' | 'off';
  iosBrowserAutoOpen: boolean;
  tags: string[];
  /** Empty: none. */
  folder: string;
  /** As an input of type `datetime-local` has it: to the minute, in the time zone of this device. */
  expiresAt: string;
  /** A text while it is none. */
  expiresAfterClicks: number | string;
  expiredUrl: string;
  archived: boolean;
}

export const NEW_LINK: LinkValues = {
  type: 'dynamic',
  name: '',
  slug: '',
  domain: '',
  externalId: '',
  fallbackUrl: '',
  iosUrl: '',
  androidUrl: '',
  iosFallbackUrl: '',
  androidFallbackUrl: '',
  ogTitle: '',
  ogDescription: '',
  ogImage: '',
  otherMetadata: {},
  parameters: {},
  allowQueryPassthrough: false,
  breakout: 'project',
  iosBrowserAutoOpen: false,
  tags: [],
  folder: '',
  expiresAt: '',
  expiresAfterClicks: '',
  expiredUrl: '',
  archived: false,
  rules: [],
  variants: [],
};

const PREVIEW = ['ogTitle', 'ogDescription', 'ogImage'] as const;

/** What of a link is in the form. */
type LinkContent = Pick<
  ProjectLink,
  | Exclude<keyof UpdateProjectLinkRequest, 'importedClicks' | 'placements' | 'printed'>
  | 'type'
  | 'slug'
  | 'domain'
  | 'externalId'
>;

/** A link of which nothing is known yet. */
export const BARE_LINK: LinkContent = {
  type: 'dynamic',
  name: null,
  slug: '',
  domain: '',
  externalId: null,
  fallbackUrl: null,
  iosUrl: null,
  androidUrl: null,
  iosFallbackUrl: null,
  androidFallbackUrl: null,
  parameters: null,
  metadata: null,
  allowQueryPassthrough: false,
  iosSocialBreakout: null,
  iosBrowserAutoOpen: false,
  tags: [],
  folder: null,
  expiresAt: null,
  expiresAfterClicks: null,
  expiredUrl: null,
  archived: false,
  rules: [],
  variants: null,
};

export function valuesOf(link: LinkContent): LinkValues {
  const { ogTitle, ogDescription, ogImage, ...otherMetadata } = link.metadata ?? {};
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    ...NEW_LINK,
    type: link.type,
    name: link.name ?? '',
    slug: link.slug,
    domain: link.domain,
    externalId: link.externalId ?? '',
    ...Object.fromEntries(DESTINATION_FIELDS.map((name) => [name, link[name] ?? ''])),
    ogTitle: text(ogTitle),
    ogDescription: text(ogDescription),
    ogImage: text(ogImage),
    otherMetadata,
    parameters: link.parameters ?? {},
    allowQueryPassthrough: link.allowQueryPassthrough,
    breakout: link.iosSocialBreakout === null ? 'project' : link.iosSocialBreakout ? 'on' : 'off',
    iosBrowserAutoOpen: link.iosBrowserAutoOpen,
    tags: link.tags,
    folder: link.folder ?? '',
    expiresAt: link.expiresAt === null ? '' : inputOfMoment(link.expiresAt),
    expiresAfterClicks: link.expiresAfterClicks ?? '',
    expiredUrl: link.expiredUrl ?? '',
    archived: link.archived,
    ...draftsOf(link),
  };
}

/** Adds missing schemes, even in a field that still had focus when the form was submitted. */
export function withSchemes(values: LinkValues): LinkValues {
  const urls = DESTINATION_FIELDS.map((name) => [name, withScheme(values[name])] as const);
  return {
    ...values,
    ...Object.fromEntries(urls),
    ogImage: withScheme(values.ogImage),
    expiredUrl: withScheme(values.expiredUrl),
  };
}

const BREAKOUT = { project: null, on: true, off: false } as const;

/** The time in an input of type `datetime-local`. */
function inputOfMoment(at: string): string {
  const moment = new Date(at);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

export function momentOfInput(text: string): string {
  return new Date(text).toISOString();
}

/** What of the form the API's field says. */
const SOURCES = {
  name: ['name'],
  fallbackUrl: ['fallbackUrl'],
  iosUrl: ['iosUrl'],
  androidUrl: ['androidUrl'],
  iosFallbackUrl: ['iosFallbackUrl'],
  androidFallbackUrl: ['androidFallbackUrl'],
  metadata: [...PREVIEW, 'otherMetadata'],
  parameters: ['parameters'],
  allowQueryPassthrough: ['allowQueryPassthrough'],
  iosSocialBreakout: ['breakout'],
  iosBrowserAutoOpen: ['iosBrowserAutoOpen'],
  tags: ['tags'],
  folder: ['folder'],
  expiresAt: ['expiresAt'],
  expiresAfterClicks: ['expiresAfterClicks'],
  expiredUrl: ['expiredUrl'],
  archived: ['archived'],
  rules: ['rules'],
  variants: ['variants'],
} as const satisfies Partial<Record<keyof UpdateProjectLinkRequest, readonly (keyof LinkValues)[]>>;

/** Everything that can change; an empty field clears the value. */
function fieldsOf(values: LinkValues) {
  const metadata: FreeForm = { ...values.otherMetadata };
  for (const name of PREVIEW) if (values[name].trim() !== '') metadata[name] = values[name].trim();
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  return {
    name: orNull(values.name),
    fallbackUrl: orNull(values.fallbackUrl),
    iosUrl: orNull(values.iosUrl),
    androidUrl: orNull(values.androidUrl),
    iosFallbackUrl: orNull(values.iosFallbackUrl),
    androidFallbackUrl: orNull(values.androidFallbackUrl),
    metadata: isEmpty(metadata) ? null : metadata,
    parameters: isEmpty(values.parameters) ? null : values.parameters,
    allowQueryPassthrough: values.allowQueryPassthrough,
    iosSocialBreakout: BREAKOUT[values.breakout],
    iosBrowserAutoOpen: values.iosBrowserAutoOpen,
    tags: values.tags,
    folder: values.folder === '' ? null : values.folder,
    expiresAt: values.expiresAt === '' ? null : momentOfInput(values.expiresAt),
    expiresAfterClicks: values.expiresAfterClicks === '' ? null : Number(values.expiresAfterClicks),
    expiredUrl: orNull(values.expiredUrl),
    archived: values.archived,
    rules: values.rules.length === 0 ? null : rulesOf(values.rules),
    variants: values.variants.length === 0 ? null : variantsOf(values.variants),
  } satisfies Record<keyof typeof SOURCES, unknown>;
}

/** The fields of the form in which two values differ. */
export function differencesOf(one: LinkValues, other: LinkValues): (keyof LinkValues)[] {
  return (Object.keys(one) as (keyof LinkValues)[]).filter(
    (name) => !isSame(one[name], other[name]),
  );
}

/** What the person has changed and nothing else, so that what others change meanwhile stays. */
export function updateOf(before: LinkValues, values: LinkValues): UpdateProjectLinkRequest {
  const changed = new Set<string>(differencesOf(before, values));
  return Object.fromEntries(
    Object.entries(fieldsOf(values)).filter(([field]) =>
      SOURCES[field as keyof typeof SOURCES].some((name) => changed.has(name)),
    ),
  );
}

/** By content; the order of properties says nothing. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A new link that is the same in all that two links may have in common. */
export function duplicateOf(link: LinkContent): LinkValues {
  const values = valuesOf(link);
  const isOver = link.expiresAt !== null && Date.parse(link.expiresAt) <= Date.now();
  return {
    ...values,
    slug: '',
    externalId: '',
    archived: false,
    expiresAt: isOver ? '' : values.expiresAt,
  };
}

/** Only what was filled in. */
export function creationOf(values: LinkValues): CreateProjectLinkRequest {
  const filled = Object.fromEntries(
    Object.entries({
      ...fieldsOf(values),
      slug: values.slug.trim(),
      domain: values.domain,
      externalId: values.externalId.trim(),
    }).filter(([, value]) => value !== null && value !== '' && !isNone(value)),
  );
  return { type: values.type, ...filled };
}

/** An empty list of tags. */
function isNone(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isEmpty(value: FreeForm): boolean {
  return Object.keys(value).length === 0;
}
