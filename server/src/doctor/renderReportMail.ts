import type { MailMessage } from '../lib/Mail.ts';
import type { DomainReport } from './DomainReport.ts';
import type { DomainFinding } from './Finding.ts';

/** What matters to whoever is not looking: notes do not. */
function faultsOf(report: DomainReport | null): readonly DomainFinding[] {
  return report?.findings.filter(({ severity }) => severity !== 'info') ?? [];
}

/** Whether the owner should hear of a report: other faults than before, or none any more. */
export function isNews(report: DomainReport, previous: DomainReport | null): boolean {
  const codes = (faults: readonly DomainFinding[]) =>
    [...new Set(faults.map(({ code }) => code))].toSorted().join(' ');
  return codes(faultsOf(report)) !== codes(faultsOf(previous));
}

/** The mail on what has changed about a domain. */
export function renderReportMail(
  report: DomainReport,
  {
    to,
    projectName,
    url,
  }: { readonly to: string; readonly projectName: string; readonly url: string },
): MailMessage {
  const faults = faultsOf(report);
  const subject =
    faults.length === 0
      ? `${report.host}: everything is in order again`
      : `${report.host}: ${report.verdict === 'problem' ? 'links do not work as they should' : 'something to look at'}`;
  const list = faults
    .map(({ code, seen, why, cure }) => `${code}\n  ${seen}\n  ${why}\n  ${cure}`)
    .join('\n\n');
  const text =
    faults.length === 0
      ? `The daily examination of ${report.host} in the project "${projectName}" finds nothing wrong any more.`
      : `The daily examination of ${report.host} in the project "${projectName}" found:\n\n${list}`;
  return { to, subject, text: `${text}\n\nSee the domain, or examine it again:\n${url}\n` };
}
