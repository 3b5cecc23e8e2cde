import { type Finding, finding } from '@fairlead/contract/finding';
import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import { LIMITS, RESERVED_SLUGS } from '@fairlead/contract/limits';
import type { CreateLinkRequest } from '@fairlead/contract/resources';
import { checkDestination } from './destination.ts';
import { isSlug } from './isSlug.ts';

/** PostgreSQL text cannot hold it, and nothing prints it. */
const NUL = '\u0000';

/** The rules of DECISIONS 5 that a schema cannot say. */
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
    const fault = value === undefined || value === null ? null : checkDestination(value);
    if (fault !== null) findings.push(finding(field, fault.code, `${field} ${fault.words}`));
  }
  for (const field of ['parameters', 'metadata'] as const) {
    findings.push(...checkFreeForm(field, input[field]));
  }
  if (input.name?.includes(NUL)) findings.push(withNul('name'));
  return findings;
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

/** What a free-form object of a request may be (DECISIONS 5). */
export function checkFreeForm(field: string, value: unknown): Finding[] {
  if (value === undefined || value === null) return [];
  const { freeFormDepth, freeFormBytes } = LIMITS;
  if (depthOf(value) > freeFormDepth) {
    const words = `${field} must not be nested deeper than ${freeFormDepth} levels`;
    return [finding(field, 'too_deep', words)];
  }
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > freeFormBytes) {
    const words = `${field} must be at most ${freeFormBytes / 1024} KB as JSON`;
    return [finding(field, 'too_long', words)];
  }
  // jsonb refuses the escape of NUL, and lone halves of surrogate pairs.
  if (/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i.test(text)) {
    const words = `${field} must not contain NUL characters or broken Unicode`;
    return [finding(field, 'forbidden_character', words)];
  }
  return [];
}

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return depth;
  // Deep enough to refuse: walking on could exhaust the stack.
  if (depth > LIMITS.freeFormDepth) return depth;
  let deepest = depth + 1;
  for (const part of Object.values(value)) deepest = Math.max(deepest, depthOf(part, depth + 1));
  return deepest;
}
