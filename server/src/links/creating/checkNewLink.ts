import { type Finding, finding } from '@fairlead/contract/finding';
import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import type { Placement } from '@fairlead/contract/placements';
import type { Rule, Variant } from '@fairlead/contract/rules';
import { checkFreeForm, checkNumbers } from '../link/checkFreeForm.ts';
import { checkNewDestination, serialiseDestination } from '#platform/lib/web/destination.ts';
import { isReserved, isSlugText } from '../link/isSlug.ts';
import type { NewLink } from '../link/NewLink.ts';
import { checkPlacements } from '../link/placements.ts';
import { checkRules } from '../rules/checkRules.ts';
import { withDestinations } from '../rules/targetsOf.ts';

/** PostgreSQL text cannot contain it, and nothing prints it. */
const NUL = '\u0000';

/** How far the clock of an importing client may be ahead of the server. */
const CLOCK_GRACE_MS = 60_000;

/** A new link as it is stored, or everything that is wrong with it. */
export function readNewLink(
  input: NewLink,
): { readonly fields: NewLink } | { readonly findings: Finding[] } {
  const findings = checkNewLink(input);
  return findings.length > 0 ? { findings } : { fields: serialiseDestinations(input) };
}

/** The rules of Rule: bodies that a schema cannot express. */
export function checkNewLink(input: Partial<NewLink>): Finding[] {
  const findings = input.slug === undefined ? [] : checkSlug(input.slug);
  for (const field of ['externalId', 'domain'] as const) {
    if (input[field]?.includes(NUL)) findings.push(withNul(field));
  }
  if (input.createdAt !== undefined) findings.push(...checkCreatedAt(input.createdAt));
  findings.push(...checkLinkFields(input));
  return findings;
}

function checkCreatedAt(text: string): Finding[] {
  const at = Date.parse(text);
  if (at < 0) return [finding('createdAt', 'not_allowed', 'createdAt must not be before 1970')];
  if (at <= Date.now() + CLOCK_GRACE_MS) return [];
  const message = 'createdAt must not be in the future; leave it out for a link that is new';
  return [finding('createdAt', 'not_allowed', message)];
}

/** The fields that creation and update have in common; null means a cleared field. */
interface LinkFields extends Partial<Record<(typeof DESTINATION_FIELDS)[number], string | null>> {
  readonly name?: string | null;
  readonly parameters?: unknown;
  readonly metadata?: unknown;
  expiredUrl?: string | null;
  rules?: Rule[] | null;
  variants?: Variant[] | null;
  readonly placements?: readonly Placement[] | null;
}

/** The same rules, for fields that may be changed later. */
export function checkLinkFields(input: LinkFields): Finding[] {
  const findings: Finding[] = [];
  for (const field of [...DESTINATION_FIELDS, 'expiredUrl'] as const) {
    const value = input[field];
    const fault = value === undefined || value === null ? null : checkNewDestination(value);
    if (fault !== null) findings.push(finding(field, fault.code, `${field} ${fault.message}`));
  }
  for (const field of ['parameters', 'metadata'] as const) {
    const found = checkFreeForm(field, input[field]);
    findings.push(...(found.length > 0 ? found : checkNumbers(field, input[field])));
  }
  if (input.name?.includes(NUL)) findings.push(withNul('name'));
  findings.push(...checkRules(input), ...checkPlacements(input.placements));
  return findings;
}

/** The fields as they are stored, with destinations as valid URIs. For fields that passed the check. */
export function serialiseDestinations<Fields extends LinkFields>(input: Fields): Fields {
  const serialised = { ...input };
  for (const field of [...DESTINATION_FIELDS, 'expiredUrl'] as const) {
    const value = input[field];
    if (typeof value === 'string') serialised[field] = serialiseDestination(value);
  }
  const { rules, variants } = input;
  if (rules) serialised.rules = withDestinations(rules, serialiseDestination);
  if (variants) serialised.variants = withDestinations(variants, serialiseDestination);
  return serialised;
}

function withNul(field: string): Finding {
  return finding(field, 'forbidden_character', `${field} must not contain a NUL character`);
}

function checkSlug(slug: string): Finding[] {
  if (!isSlugText(slug)) {
    const message =
      'slug may contain only letters, digits and . _ ~ - in segments between single /';
    return [finding('slug', 'format', message)];
  }
  if (isReserved(slug)) {
    return [finding('slug', 'reserved', `slug "${slug}" is reserved; choose another`)];
  }
  return [];
}
