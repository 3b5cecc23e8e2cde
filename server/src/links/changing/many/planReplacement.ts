import { isDeepStrictEqual } from 'node:util';
import {
  DESTINATION_FIELDS,
  REPLACED_FIELDS,
  type ReplacedField,
} from '@fairlead/contract/destinationFields';
import { LIMITS } from '@fairlead/contract/limits';
import { createSlices } from '#platform/lib/createSlices.ts';
import type { ChangeExample, ReplaceText } from '@fairlead/contract/operations/dashboard/linkBulk';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { serialiseDestinations } from '../../creating/checkNewLink.ts';
import type { Link } from '../../link/Link.ts';
import { targetsOf, withDestinations } from '../../rules/targetsOf.ts';
import type { ChangePlan } from '../changeLinks.ts';
import { eachItsOwn } from './eachItsOwn.ts';
import { type Draft, judgeDrafts, type LeadingFields } from './judgeDrafts.ts';

const COLUMNS = {
  fallbackUrl: 'fallback_url',
  iosUrl: 'ios_url',
  androidUrl: 'android_url',
  iosFallbackUrl: 'ios_fallback_url',
  androidFallbackUrl: 'android_fallback_url',
  expiredUrl: 'expired_url',
  rules: 'rules',
  variants: 'variants',
} as const satisfies Record<keyof LeadingFields, string>;

/** Of the destinations of a link, a rule or a variant. */
const STEPS_OF_A_TARGET = 25;

interface Replacement extends ChangePlan {
  /** What of the accepted links is different, as it is to be stored. */
  readonly drafts: readonly Draft[];
}

/** Replaces text in the destinations of links; those in which it does not occur are not concerned. */
export async function planReplacement(
  db: Db,
  project: Project,
  links: readonly Link[],
  replacement: ReplaceText,
): Promise<Replacement> {
  const slices = createSlices();
  const wanted: Draft[] = [];
  for (const link of links) {
    const fields = replaceIn(link, replacement);
    if (Object.keys(fields).length > 0) wanted.push({ link, fields });
    if (slices.spend(STEPS_OF_A_TARGET * (1 + targetsOf(link).length))) await slices.turn();
  }
  const { accepted, refused } = await judgeDrafts(db, project, wanted);
  const drafts = accepted.map(({ link, fields }) => ({
    link,
    fields: serialiseDestinations(fields),
  }));
  const values = drafts.map(({ link, fields }) => [link.id, columnsOf(fields)] as const);
  return {
    drafts,
    accepted: drafts.map(({ link }) => link),
    refused,
    set: eachItsOwn(new Map(values)),
  };
}

function columnsOf(fields: LeadingFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [COLUMNS[field as keyof LeadingFields], value]),
  );
}

/** Cut off where no destination may be so long: a letter may be in it thousands of times. */
function replaceText(url: string, find: string, replaceBy: string): string {
  const [first = '', ...parts] = url.split(find);
  let text = first;
  for (const part of parts) {
    if (text.length > LIMITS.destinationLength) break;
    text += replaceBy + part;
  }
  return text;
}

/** The fields of a link that become different. */
function replaceIn(link: Link, { find, replaceBy, fields, inRules }: ReplaceText): LeadingFields {
  const apply = (url: string) => replaceText(url, find, replaceBy);
  const within = (url: string, field: ReplacedField) => (fields.includes(field) ? apply(url) : url);
  const { rules, variants } = link;
  const later: LeadingFields = {
    ...Object.fromEntries(fields.map((field) => [field, link[field] && apply(link[field])])),
    ...(inRules === true && {
      rules: rules && withDestinations(rules, within),
      variants: variants && withDestinations(variants, within),
    }),
  };
  const different = Object.entries(later).filter(
    ([field, value]) => !isDeepStrictEqual(value, link[field as keyof LeadingFields]),
  );
  return Object.fromEntries(different);
}

/** What a draft changes, destination by destination. */
export function exampleOf({ link, fields }: Draft): ChangeExample {
  const before = urlsOf(link);
  const changed = [...urlsOf(fields)].flatMap(([field, after]) => {
    const earlier = before.get(field) ?? '';
    return earlier === after ? [] : [{ field, before: earlier, after }];
  });
  return { slug: link.slug, fields: changed };
}

/** By their paths in a body. */
function urlsOf(fields: Pick<Link, 'rules' | 'variants'> | LeadingFields): Map<string, string> {
  const own = { path: [] as readonly string[], to: fields as LeadingFields };
  const places = [own, ...targetsOf(fields)].flatMap(({ path, to }) =>
    (path.length === 0 ? REPLACED_FIELDS : DESTINATION_FIELDS).flatMap((field) => {
      const url = (to as LeadingFields)[field];
      return url ? [[[...path, field].join('.'), url] as const] : [];
    }),
  );
  return new Map(places);
}
