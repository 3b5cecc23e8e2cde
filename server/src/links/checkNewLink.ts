import { type Finding, finding } from '@fairlead/contract/finding';
import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import { RESERVED_SLUGS } from '@fairlead/contract/limits';
import type { CreateLinkRequest } from '@fairlead/contract/resources';
import { checkFreeForm, checkNumbers } from './checkFreeForm.ts';
import { checkNewDestination, serialiseDestination } from './destination.ts';
import { isSlug } from './isSlug.ts';

/** PostgreSQL text cannot hold it, and nothing prints it. */
const NUL = '\u0000';

/** The rules of Rule: bodies that a schema cannot say. */
export function checkNewLink(input: Partial<CreateLinkRequest>): Finding[] {
  const findings = input.slug === undefined ? [] : checkSlug(input.slug);
  for (const field of ['externalId', 'domain'] as const) {
    if (input[field]?.includes(NUL)) findings.push(withNul(field));
  }
  findings.push(...checkLinkFields(input));
  return findings;
}

/** The fields that creation and change have in common; null stands for an emptied field. */
interface LinkFields extends Partial<Record<(typeof DESTINATION_FIELDS)[number], string | null>> {
  readonly name?: string | null;
  readonly parameters?: unknown;
  readonly metadata?: unknown;
}

/** The same rules for the fields that may change later. */
export function checkLinkFields(input: LinkFields): Finding[] {
  const findings: Finding[] = [];
  for (const field of DESTINATION_FIELDS) {
    const value = input[field];
    const fault = value === undefined || value === null ? null : checkNewDestination(value);
    if (fault !== null) findings.push(finding(field, fault.code, `${field} ${fault.message}`));
  }
  for (const field of ['parameters', 'metadata'] as const) {
    const found = checkFreeForm(field, input[field]);
    findings.push(...(found.length > 0 ? found : checkNumbers(field, input[field])));
  }
  if (input.name?.includes(NUL)) findings.push(withNul('name'));
  return findings;
}

/** The fields as they are stored: destinations in the form in which they are URIs. For fields that passed the check. */
export function serialiseDestinations<Fields extends LinkFields>(input: Fields): Fields {
  const serialised = { ...input };
  for (const field of DESTINATION_FIELDS) {
    const value = input[field];
    if (typeof value === 'string') serialised[field] = serialiseDestination(value);
  }
  return serialised;
}

export function withNul(field: string): Finding {
  return finding(field, 'forbidden_character', `${field} must not contain a NUL character`);
}

function checkSlug(slug: string): Finding[] {
  if (!isSlug(slug)) {
    return [finding('slug', 'format', 'slug may contain only letters, digits and . _ ~ -')];
  }
  if (RESERVED_SLUGS.has(slug.toLowerCase())) {
    return [finding('slug', 'reserved', `slug "${slug}" is reserved; choose another`)];
  }
  return [];
}

export function slugTaken(slug: string): Finding {
  return finding('slug', 'taken', `slug "${slug}" is taken; choose another`);
}
