import { finding } from '@fairlead/contract/finding';
import type { DomainReport as ReportResource } from '@fairlead/contract/operations/doctor';
import type { App } from '../../../../App.ts';
import type { DomainReport } from '#links/doctor/DomainReport.ts';
import { examineHost } from '#links/doctor/examinations/examineHost.ts';
import { recordReport } from '#links/doctor/recordReport.ts';
import { subjectOf } from '#links/doctor/subjectOf.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { ProjectDomain } from '#teams/domains/ProjectDomain.ts';
import { splitWebUrl } from '#links/link/parseLinkUrl.ts';
import type { Project } from '#teams/projects/Project.ts';

/** Examines a domain now, outside of any transaction, because it takes seconds; stores and returns the report. */
export async function examine(
  app: App,
  project: Project,
  domain: ProjectDomain,
): Promise<ReportResource> {
  const { launchHost, publicUrl } = app.config;
  const subject = subjectOf(project, domain, { launchHost, publicHost: publicUrl.hostname });
  const findings = await examineHost(app, subject);
  const { report } = await recordReport(app.db, domain, findings);
  return renderReport(report);
}

export function renderReport({ examinedAt, findings, ...report }: DomainReport): ReportResource {
  return { ...report, examinedAt: examinedAt.toISOString(), findings: [...findings] };
}

/** The host that a request names, itself or by the URL of a link. */
export function readHost(text: string): string {
  const host = splitWebUrl(text)?.host;
  if (host !== undefined && /^[a-z0-9.-]{1,253}$/.test(host)) return host;
  const message = 'host must be a host name such as go.example.com, or the URL of a link';
  throw new Problem('VALIDATION_ERROR', finding('host', 'format', message));
}
