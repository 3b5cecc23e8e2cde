import type { DomainReport as ReportResource } from '@fairlead/contract/operations/doctor';
import type { App } from '../../../../App.ts';
import type { DomainReport } from '#links/doctor/DomainReport.ts';
import { examineHost } from '#links/doctor/examinations/examineHost.ts';
import { recordReport } from '#links/doctor/recordReport.ts';
import { subjectOf } from '#links/doctor/subjectOf.ts';
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

/** The host given as a host or as a link URL; null for any other text. */
export function readHost(text: string): string | null {
  const host = splitWebUrl(text)?.host;
  return host !== undefined && /^[a-z0-9.-]{1,253}$/.test(host) ? host : null;
}
