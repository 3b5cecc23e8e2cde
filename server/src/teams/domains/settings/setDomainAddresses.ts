import { type Finding, finding } from '@fairlead/contract/finding';
import type { Actor } from '../../audit/AuditEntry.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { checkNewDestination, serialiseDestination } from '#platform/lib/web/destination.ts';
import type { Project } from '../../projects/Project.ts';
import { changeDomain } from '../changeDomain.ts';
import { findDomainByHost } from '../findDomain.ts';
import { getDomain } from '../listDomains.ts';
import type { ProjectDomain } from '../ProjectDomain.ts';

const FIELDS = ['rootUrl', 'notFoundUrl'] as const;

interface Addresses {
  readonly rootUrl: string | null;
  readonly notFoundUrl: string | null;
}

/**
 * Decides where visitors go who name no link of the domain. VALIDATION_ERROR for what is no web address, and for one on a
 * link domain, from which they could come back; NOT_FOUND if there is no such domain.
 */
export function setDomainAddresses(
  db: Db,
  project: Project,
  actor: Actor,
  id: string,
  addresses: Addresses,
): Promise<ProjectDomain> {
  const entry = { action: 'domain.addresses', details: { ...addresses } };
  return changeDomain(db, project, actor, entry, async (tx) => {
    const { host } = await getDomain(tx, project, id);
    const findings = (
      await Promise.all(FIELDS.map((field) => examine(tx, host, field, addresses[field])))
    ).flat();
    if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
    await tx
      .updateTable('domains')
      .set({ root_url: stored(addresses.rootUrl), not_found_url: stored(addresses.notFoundUrl) })
      .where('id', '=', id)
      .execute();
    return getDomain(tx, project, id);
  });
}

async function examine(
  db: Db,
  own: string,
  field: (typeof FIELDS)[number],
  url: string | null,
): Promise<Finding[]> {
  if (url === null) return [];
  const fault = checkNewDestination(url);
  if (fault !== null) return [finding(field, fault.code, `${field} ${fault.message}`)];
  if (!/^https?:/i.test(url)) {
    const message = `${field} must begin with https:// or http://: not everybody has an app`;
    return [finding(field, 'forbidden_scheme', message)];
  }
  const { hostname } = new URL(url);
  if (hostname !== own && (await findDomainByHost(db, hostname)) === undefined) return [];
  const message = `${field} must not lead to ${hostname}, a domain for links, from which visitors could come back; use your website`;
  return [finding(field, 'not_allowed', message)];
}

function stored(url: string | null): string | null {
  return url === null ? null : serialiseDestination(url);
}
