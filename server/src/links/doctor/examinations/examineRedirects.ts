import { isAnswer, type WebAnswer } from '#platform/ports/Web.ts';
import { type DomainFinding, found } from '../Finding.ts';
import type { Seen } from './look.ts';
import type { Subject } from '../Subject.ts';

/** Whether http leads to https, and https to this service and no further. */
export function examineRedirects(subject: Subject, { site }: Seen): DomainFinding[] {
  if (!site?.links) return [];
  const findings: DomainFinding[] = [];
  const { plain, nothing } = site.links;
  if (isAnswer(plain)) {
    const to = targetOf(plain, `http://${subject.host}/`);
    const seen = `http://${subject.host} answers ${plain.status}`;
    if (to === null || to.protocol === 'http:') {
      if (to === null || to.hostname === subject.host) {
        findings.push(found('HTTP_STAYS', subject, `${seen} and does not lead to https.`));
      }
    }
    if (to !== null && to.hostname !== subject.host) {
      findings.push(found('HTTP_LEADS_AWAY', subject, `${seen} and leads to ${to.origin}.`));
    }
  }
  const away = isAnswer(nothing) ? targetOf(nothing, `https://${subject.host}/`) : null;
  if (away !== null) {
    const seen = `A path that is not a link redirects to ${away.origin}.`;
    findings.push(found('LINKS_REDIRECTED', subject, seen));
  }
  return findings;
}

/** Where a redirect leads; null for any other answer. */
function targetOf({ status, header }: WebAnswer, base: string): URL | null {
  const location = header('location') ?? '';
  return status >= 300 && status < 400 && URL.canParse(location, base)
    ? new URL(location, base)
    : null;
}
