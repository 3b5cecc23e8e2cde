import { parameterFinding } from '@fairlead/contract/finding';
import { Problem } from './Problem.ts';
import { UUID_PATTERN } from './uuid.ts';

/**
 * The cursor of a list: the position where a page ended, not a row count, so that changes between two pages neither
 * repeat nor hide anything. Opaque to clients.
 */
export function writeCursor(place: readonly string[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** The position in a cursor. VALIDATION_ERROR for one that is not ours, or whose position `fits` refuses. */
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

/** The cursor of a list ordered by id, newest first; undefined for the first page. */
export function readIdCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const [id] = readCursor(cursor, ([text = '', ...more]) => isId(text) && more.length === 0);
  return id;
}

/**
 * The part of `found` that a page shows, and the cursor of the next page. `found` has one more row if there is a next
 * page.
 */
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
