import type { AuditTarget } from '#teams/audit/AuditEntry.ts';
import { displayNameOf, type Link } from '../link/Link.ts';
import { summarizeNames } from '../finding/summarizeNames.ts';

/** What an audit log entry about one link names. */
export function targetOf(link: Pick<Link, 'id' | 'name' | 'slug'>): AuditTarget {
  return { kind: 'link', id: link.id, name: displayNameOf(link) };
}

/** The same for an entry about several, by their names. */
export function targetOfAll(names: readonly string[]): AuditTarget {
  return { kind: 'link', id: null, name: summarizeNames(names) };
}
