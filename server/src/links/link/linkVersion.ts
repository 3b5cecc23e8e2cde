import { createHash } from 'node:crypto';
import { parameterFinding } from '@fairlead/contract/finding';
import { Problem } from '#platform/lib/Problem.ts';
import type { Link } from './Link.ts';

/** Which versions of a link a change is meant for: any of these tags, or whatever it is now (Rule: operations 8). */
export type Versions = ReadonlySet<string> | 'any';

/** An entity tag, weak or strong, as RFC 9110 section 8.8.3 writes it. */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** A strong entity tag: another one after every change of what is stored of the link. */
export function versionOf(link: Link): string {
  const hash = createHash('sha256').update(JSON.stringify(link));
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

/** Reads `If-Match`; null without one. Throws VALIDATION_ERROR if it is neither `*` nor a list of entity tags. */
export function readIfMatch(header: string | undefined): Versions | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (text === '*') return 'any';
  const tags = text.match(TAG) ?? [];
  const [before = '', ...between] = text.split(TAG);
  const after = between.pop() ?? '';
  const areApart = between.every((separator) => separator.includes(','));
  if (tags.length > 0 && areApart && /^[\s,]*$/.test([before, ...between, after].join(''))) {
    return new Set(tags);
  }
  const message =
    'If-Match must be * or a list of entity tags in double quotes, such as the ETag of the link as you read it';
  throw new Problem('VALIDATION_ERROR', parameterFinding('If-Match', 'format', message));
}

/** Whether a link is one of the versions meant. Weak tags never match. */
export function isMeant(link: Link, versions: Versions): boolean {
  return versions === 'any' || versions.has(versionOf(link));
}
