import type {
  DnsRecord,
  ProjectDomain as DomainResource,
} from '@fairlead/contract/operations/dashboard/domains';
import { isLocal, listDnsRecords } from '#teams/domains/verification/dnsRecords.ts';
import type { ProjectDomain } from '#teams/domains/ProjectDomain.ts';

/** `target` is the host of PUBLIC_URL, to which the domain's traffic leads. */
export function renderDomain(domain: ProjectDomain, target: string): DomainResource {
  return {
    id: domain.id,
    host: domain.host,
    status: domain.verifiedAt === null ? 'pending' : 'verified',
    isPrimary: domain.isPrimary,
    given: domain.given,
    firebase: domain.firebaseHosts && { allowedHosts: [...domain.firebaseHosts] },
    rootUrl: domain.rootUrl,
    notFoundUrl: domain.notFoundUrl,
    verifiedAt: domain.verifiedAt?.toISOString() ?? null,
    checkedAt: domain.checkedAt?.toISOString() ?? null,
    problem: domain.check?.problem ?? null,
    records: renderRecords(domain, target),
    linkCount: domain.linkCount,
    createdAt: domain.createdAt.toISOString(),
  };
}

/** None for a host that reaches this server without DNS. */
function renderRecords(domain: ProjectDomain, target: string): DnsRecord[] {
  if (domain.given || isLocal(domain.host, target)) return [];
  return listDnsRecords(domain, target).map((record) => {
    const seen = domain.check?.[record.purpose];
    return { ...record, state: seen?.state ?? 'unchecked', seen: [...(seen?.seen ?? [])] };
  });
}
