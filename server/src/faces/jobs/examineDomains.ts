import type { App } from '../App.ts';
import { claimDueExaminations } from '#links/doctor/claimDueExaminations.ts';
import { examineHost } from '#links/doctor/examinations/examineHost.ts';
import { findReader } from '#links/doctor/findReader.ts';
import { recordReport } from '#links/doctor/recordReport.ts';
import { isNews, renderReportMail } from '#links/doctor/renderReportMail.ts';
import { subjectOf } from '#links/doctor/subjectOf.ts';
import type { ProjectDomain } from '#teams/domains/ProjectDomain.ts';
import { isLocalHost } from '#platform/lib/web/isLocalHost.ts';
import { brandMail } from '#teams/projects/brand/brandMail.ts';
import { findProject } from '#teams/projects/findProject.ts';
import { allApart } from '#platform/db/apart.ts';
import { MINUTE_MS } from '#platform/lib/time.ts';
import type { Timer } from './repeat.ts';

/** Each takes seconds, almost all of it waiting. */
const BATCH = 10;

/**
 * Examines verified domains once a day, and emails owners when problems appear or are fixed. Not on a server that can
 * only be reached from this machine.
 */
export const examineDomains: Timer = {
  everyMs: 10 * MINUTE_MS,
  round: examineDueDomains,
  failure: 'Domains could not be examined; they come up again tomorrow',
};

/** One round. */
export async function examineDueDomains(app: App): Promise<void> {
  if (isLocalHost(app.config.publicUrl.hostname)) return;
  await allApart(await claimDueExaminations(app.db, BATCH), {
    nameOf: ({ host, projectId }) => `domain ${host} of project ${projectId}`,
    work: (domain) => examine(app, domain),
  });
}

async function examine(app: App, domain: ProjectDomain): Promise<void> {
  const { db, config, mail } = app;
  const project = await findProject(db, domain.projectId);
  if (!project || isLocalHost(domain.host)) return;
  const { launchHost, publicUrl } = config;
  const subject = subjectOf(project, domain, { launchHost, publicHost: publicUrl.hostname });
  const findings = await examineHost(app, subject);
  const { report, previous } = await recordReport(db, domain, findings);
  if (!isNews(report, previous)) return;
  const to = await findReader(db, project);
  if (to === undefined) return;
  const url = new URL(`/p/${project.id}/domains`, publicUrl).href;
  const message = renderReportMail(report, { to, projectName: project.name, url });
  await mail.send(brandMail(message, project.brand?.mails));
}
