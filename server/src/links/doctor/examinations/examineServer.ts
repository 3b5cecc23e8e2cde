import { isLocalHost } from '#platform/lib/web/isLocalHost.ts';
import { registeredDomain } from '#platform/lib/web/registeredDomain.ts';
import { type DomainFinding, found } from '../Finding.ts';
import type { Seen } from './look.ts';
import type { Subject } from '../Subject.ts';

/** Synchronised clocks differ by less than this. */
const CLOCK_MS = 60_000;

/** What the server's own setup means for the domain. */
export function examineServer(subject: Subject, { elsewhere, at }: Seen): DomainFinding[] {
  if (subject.project === null) return [];
  return [
    ...examineLaunchHost(subject),
    ...examineClock(subject, Object.values(elsewhere), at),
    ...examineApex(subject),
  ];
}

function examineLaunchHost(subject: Subject): DomainFinding[] {
  const { host, launchHost } = subject;
  // The check of the server's configuration reports that phones cannot reach it at all.
  if (isLocalHost(launchHost)) return [];
  if (host === launchHost) {
    return [found('LAUNCH_SAME_HOST', subject, `${host} is the launch domain itself.`)];
  }
  const site = registeredDomain(host);
  return site !== null && site === registeredDomain(launchHost)
    ? [found('LAUNCH_SAME_SITE', subject, `${launchHost} and ${host} are both under ${site}.`)]
    : [];
}

function examineClock(
  subject: Subject,
  answers: readonly (Seen['elsewhere'][keyof Seen['elsewhere']] | undefined)[],
  at: number,
): DomainFinding[] {
  const offs = answers.flatMap((answer) => {
    const serverTime = Date.parse(answer?.header('date') ?? '');
    return Number.isNaN(serverTime) ? [] : [at - serverTime];
  });
  // A cached response may have an old date: the smallest difference is that of the clock.
  const [off] = offs.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  if (off === undefined || Math.abs(off) <= CLOCK_MS) return [];
  const seconds = Math.round(Math.abs(off) / 1000);
  const seen = `The clock of this server is ${seconds} s ${off > 0 ? 'ahead of' : 'behind'} others.`;
  return [found('CLOCK_OFF', subject, seen)];
}

function examineApex(subject: Subject): DomainFinding[] {
  const { host, project } = subject;
  const site = registeredDomain(host);
  if (!project?.ios.bundleId || site === null || site === host) return [];
  const seen = `${host} is a subdomain of ${site}.`;
  return [found('AD_POSTBACKS_ELSEWHERE', subject, seen)];
}
