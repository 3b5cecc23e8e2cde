import { listDnsRecords } from '#teams/domains/verification/dnsRecords.ts';
import type { ProjectDomain } from '#teams/domains/ProjectDomain.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Subject } from './Subject.ts';

/** A domain of a project, for examination. */
export function subjectOf(
  project: Project,
  domain: Pick<ProjectDomain, 'host' | 'verificationToken' | 'verifiedAt'>,
  { launchHost, publicHost }: Pick<Subject, 'launchHost' | 'publicHost'>,
): Subject {
  const [proof] = listDnsRecords(domain, publicHost);
  return {
    host: domain.host,
    project,
    proof: domain.verifiedAt === null ? proof : null,
    launchHost,
    publicHost,
  };
}
