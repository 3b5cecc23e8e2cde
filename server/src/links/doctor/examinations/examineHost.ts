import { isLocalHost } from '#platform/lib/web/isLocalHost.ts';
import { examineAddresses } from './examineAddresses.ts';
import { examineAndroid } from './examineAndroid.ts';
import { examineApple } from './examineApple.ts';
import { examineApps } from './examineApps.ts';
import { examineNames } from './examineNames.ts';
import { examineRedirects } from './examineRedirects.ts';
import { examineServer } from './examineServer.ts';
import { examineTls } from './examineTls.ts';
import type { DomainFinding } from '../Finding.ts';
import { look, type Seen } from './look.ts';
import type { Outside, Subject } from '../Subject.ts';

/** Each evaluates what was seen, without further requests. */
const EXAMINATIONS: readonly ((subject: Subject, seen: Seen) => DomainFinding[])[] = [
  examineNames,
  examineAddresses,
  examineTls,
  examineRedirects,
  examineApple,
  examineAndroid,
  examineApps,
  examineServer,
];

const UNSEEN: Seen = {
  names: { cname: [], addresses: [], caa: [], proofs: [], failed: null },
  addresses: [],
  site: null,
  elsewhere: { appleCopy: null, appStore: null, play: null },
  at: 0,
};

/**
 * Everything that keeps a domain from working on people's phones, the worst first. Takes seconds. A host that only
 * exists on this machine is not called: only its settings are examined.
 */
export async function examineHost(outside: Outside, subject: Subject): Promise<DomainFinding[]> {
  const findings =
    subject.project !== null && isLocalHost(subject.host)
      ? [examineApps, examineServer].flatMap((examine) => examine(subject, UNSEEN))
      : await examineFromOutside(outside, subject);
  const rank = { problem: 0, warning: 1, info: 2 } as const;
  return findings.toSorted((a, b) => rank[a.severity] - rank[b.severity]);
}

async function examineFromOutside(outside: Outside, subject: Subject): Promise<DomainFinding[]> {
  const seen = await look(outside, subject);
  const findings = EXAMINATIONS.flatMap((examine) => examine(subject, seen));
  // If another server answers, its responses say nothing about the setup of this one.
  return findings.some(({ code }) => code === 'OTHER_SERVER')
    ? findings.filter(({ code }) => !/^(?:AASA|ASSETLINKS|LINKS)_/.test(code))
    : findings;
}
