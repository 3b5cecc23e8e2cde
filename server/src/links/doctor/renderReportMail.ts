import { nameInMail } from '#teams/accounts/users/checkName.ts';
import type { MailMessage } from '#platform/ports/Mail.ts';
import type { DomainReport } from './DomainReport.ts';
import type { DomainFinding } from './Finding.ts';

/** What is worth an email: notes are not. */
function faultsOf(report: DomainReport | null): readonly DomainFinding[] {
  return report?.findings.filter(({ severity }) => severity !== 'info') ?? [];
}

/** Whether to tell the owner about a report: its faults differ from before, or there are none any more. */
export function isNews(report: DomainReport, previous: DomainReport | null): boolean {
  const codes = (faults: readonly DomainFinding[]) =>
    [...new Set(faults.map(({ code }) => code))].toSorted().join(' ');
  return codes(faultsOf(report)) !== codes(faultsOf(previous));
}

/** The email about what has changed on a domain. */
export function renderReportMail(
  report: DomainReport,
  {
    to,
    projectName,
    url,
  }: { readonly to: string; readonly projectName: string; readonly url: string },
): MailMessage {
  const name = nameInMail(projectName, 'unnamed');
  const faults = faultsOf(report);
  const subject =
    faults.length === 0
      ? `${report.host}: all problems are resolved`
      : `${report.host}: ${report.verdict === 'problem' ? 'links are not working properly' : 'needs your attention'}`;
  const list = faults
    .map(({ code, seen, why, cure }) => `${code}\n  ${seen}\n  ${why}\n  ${cure}`)
    .join('\n\n');
  const text =
    faults.length === 0
      ? `The daily check of ${report.host} in the project "${name}" no longer finds any problems.`
      : `The daily check of ${report.host} in the project "${name}" found:\n\n${list}`;
  return { to, subject, text: `${text}\n\nSee the domain, or check it again:\n${url}\n` };
}
