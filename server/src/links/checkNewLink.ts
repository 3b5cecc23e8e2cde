import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import { LIMITS, RESERVED_SLUGS } from '@fairlead/contract/limits';
import type { CreateLinkRequest } from '@fairlead/contract/resources';
import { checkDestination } from './destination.ts';
import { isSlug } from './isSlug.ts';

/** PostgreSQL text cannot hold it, and nothing prints it. */
const NUL = '\u0000';

/** The rules of DECISIONS 5 that a schema cannot say; one sentence a finding. */
export function checkNewLink(input: Partial<CreateLinkRequest>): string[] {
  const findings = input.slug === undefined ? [] : checkSlug(input.slug);
  for (const field of ['externalId', 'domain'] as const) {
    if (input[field]?.includes(NUL)) findings.push(`${field} must not contain a NUL character`);
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
export function checkLinkFields(input: LinkFields): string[] {
  const findings: string[] = [];
  for (const field of DESTINATION_FIELDS) {
    const value = input[field];
    const finding = value === undefined || value === null ? null : checkDestination(value);
    if (finding !== null) findings.push(`${field} ${finding}`);
  }
  for (const field of ['parameters', 'metadata'] as const) {
    findings.push(...checkFreeForm(field, input[field]));
  }
  if (input.name?.includes(NUL)) findings.push('name must not contain a NUL character');
  return findings;
}

function checkSlug(slug: string): string[] {
  if (!isSlug(slug)) return ['slug may contain only letters, digits and . _ ~ -'];
  if (RESERVED_SLUGS.has(slug.toLowerCase())) {
    return [`slug "${slug}" is reserved; choose another`];
  }
  return [];
}

/** What a free-form object of a request may be (DECISIONS 5); one sentence a finding. */
export function checkFreeForm(field: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (depthOf(value) > LIMITS.freeFormDepth) {
    return [`${field} must not be nested deeper than ${LIMITS.freeFormDepth} levels`];
  }
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > LIMITS.freeFormBytes) {
    return [`${field} must be at most ${LIMITS.freeFormBytes / 1024} KB as JSON`];
  }
  // jsonb refuses the escape of NUL, and lone halves of surrogate pairs.
  if (/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i.test(text)) {
    return [`${field} must not contain NUL characters or broken Unicode`];
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
