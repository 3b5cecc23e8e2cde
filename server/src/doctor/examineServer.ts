import { getDomain } from 'tldts';
import { isLocalHost } from '../lib/isLocalHost.ts';
import { type DomainFinding, found } from './Finding.ts';
import type { Seen } from './look.ts';
import type { Subject } from './Subject.ts';

/** Clocks differ by less than this where they are kept. */
const CLOCK_MS = 60_000;

/** What the server's own set-up means for the domain. */
export function examineServer(subject: Subject, { elsewhere, at }: Seen): DomainFinding[] {
  return [
    ...examineLaunchHost(subject),
    ...examineClock(subject, Object.values(elsewhere), at),
    ...examineApex(subject),
  ];
}

function examineLaunchHost(subject: Subject): DomainFinding[] {
  const { host, launchHost } = subject;
  // That phones cannot reach it at all is told by the examination of the server.
  if (isLocalHost(launchHost)) return [];
  if (host === launchHost) {
    return [found('LAUNCH_SAME_HOST', subject, `${host} is the launch domain itself.`)];
  }
  const site = registeredOf(host);
  return site !== null && site === registeredOf(launchHost)
    ? [found('LAUNCH_SAME_SITE', subject, `${launchHost} and ${host} are both under ${site}.`)]
    : [];
}

function examineClock(
  subject: Subject,
  answers: readonly (Seen['elsewhere'][keyof Seen['elsewhere']] | undefined)[],
  at: number,
): DomainFinding[] {
  const offs = answers.flatMap((answer) => {
    const told = Date.parse(answer?.header('date') ?? '');
    return Number.isNaN(told) ? [] : [at - told];
  });
  // A copy may be older than its answer: the smallest difference is the clock's.
  const [off] = offs.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  if (off === undefined || Math.abs(off) <= CLOCK_MS) return [];
  const seconds = Math.round(Math.abs(off) / 1000);
  const seen = `The clock of this server is ${seconds} s ${off > 0 ? 'ahead of' : 'behind'} others.`;
  return [found('CLOCK_OFF', subject, seen)];
}

function examineApex(subject: Subject): DomainFinding[] {
  const { host, project } = subject;
  const site = registeredOf(host);
  if (project.ios.bundleId === null || site === null || site === host) return [];
  const seen = `${host} is a subdomain of ${site}.`;
  return [found('AD_POSTBACKS_ELSEWHERE', subject, seen)];
}

/** What was registered: `example.co.uk` of `go.example.co.uk`. */
function registeredOf(host: string): string | null {
  return getDomain(host, { allowPrivateDomains: true });
}
