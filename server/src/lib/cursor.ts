import { parameterFinding } from '@fairlead/contract/finding';
import { Problem } from './Problem.ts';
import { UUID_PATTERN } from './uuid.ts';

/**
 * The cursor of a list: the place where a page ended, not a number of rows, so that changes between two pages neither
 * repeat nor hide anything. Opaque to clients.
 */
export function writeCursor(place: readonly string[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** The place that a cursor names. VALIDATION_ERROR for one that is not ours, or whose place `fits` refuses. */
export function readCursor(
  cursor: string,
  fits: (place: readonly string[]) => boolean,
): readonly string[] {
  const place = parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (place !== undefined && fits(place)) return place;
  const message =
    'cursor is invalid; pass nextCursor of a previous response, with the same filters and order';
  throw new Problem('VALIDATION_ERROR', parameterFinding('cursor', 'format', message));
}

/** The cursor of a list in the order of its ids, newest first; undefined for the first page. */
export function readIdCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const [id] = readCursor(cursor, ([text = '', ...more]) => isId(text) && more.length === 0);
  return id;
}

/** The part of `found` that a page shows, and the cursor of the next one. `found` has one more where there is a next. */
export function pageOf<T extends { readonly id: string }>(
  found: readonly T[],
  limit: number,
): { readonly shown: readonly T[]; readonly nextCursor: string | null } {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return { shown, nextCursor: found.length > limit && last ? writeCursor([last.id]) : null };
}

export function isId(text: string): boolean {
  return UUID_PATTERN.test(text);
}

function parse(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((part) => typeof part === 'string')
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
