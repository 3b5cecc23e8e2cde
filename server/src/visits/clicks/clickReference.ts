import { UUID_PATTERN } from '#platform/lib/uuid.ts';

/** What `_lc` names: a click, with its proof if it has one. */
export interface ClickReference {
  /** Lower case. */
  readonly clickId: string;
  readonly proof: string | null;
}

const ID_LENGTH = 36;

export function writeClickReference(clickId: string, proof: string | null): string {
  return proof === null ? clickId : `${clickId}.${proof}`;
}

/** Reads `{id}` and `{id}.{proof}`; null for anything else. Nothing in it is verified yet. */
export function readClickReference(text: string): ClickReference | null {
  const clickId = text.slice(0, ID_LENGTH).toLowerCase();
  if (!UUID_PATTERN.test(clickId)) return null;
  if (text.length === ID_LENGTH) return { clickId, proof: null };
  const [, proof] = /^\.([A-Za-z0-9_-]{22})$/.exec(text.slice(ID_LENGTH)) ?? [];
  return proof === undefined ? null : { clickId, proof };
}
