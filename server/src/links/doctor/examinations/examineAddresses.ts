import { isAnswer, type WebFailure } from '#platform/ports/Web.ts';
import { type DomainFinding, found } from '../Finding.ts';
import type { Seen } from './look.ts';
import type { Subject } from '../Subject.ts';

const WORDS: Readonly<Record<WebFailure['failure'], string>> = {
  private: 'is not called',
  unroutable: 'cannot be called from here',
  refused: 'refuses connections on port 443',
  timeout: 'does not answer on port 443',
  tls: 'agrees on no TLS on port 443',
  reset: 'breaks off the connection on port 443',
};

/** Whether every IP address of the domain answers https, and whether this service is what answers. */
export function examineAddresses(subject: Subject, { addresses, site }: Seen): DomainFinding[] {
  const failures = addresses.flatMap(({ address, assetlinks }) =>
    isAnswer(assetlinks) || assetlinks.failure === 'unroutable' ? [] : [{ address, ...assetlinks }],
  );
  const findings = failures.map(({ address, failure, detail }) => {
    const alone = site === null;
    const code = failure === 'tls' ? 'TLS_NOT_SPOKEN' : alone ? 'HTTPS_CLOSED' : 'ADDRESS_DEAD';
    return found(code, subject, `${address} ${WORDS[failure]} (${detail}).`);
  });
  if (subject.project === null) return findings;
  const strangers = addresses.filter(
    ({ assetlinks }) => isAnswer(assetlinks) && !isOurs(assetlinks.header('x-request-id')),
  );
  if (strangers.length === 0) return findings;
  const where = strangers.map(({ address }) => address).join(', ');
  const [first] = strangers;
  const server =
    first && isAnswer(first.assetlinks) ? (first.assetlinks.header('server') ?? 'unnamed') : '';
  const seen = `At ${where} another server answers (server: ${server}).`;
  return [...findings, found('OTHER_SERVER', subject, seen)];
}

/** Every answer of this service carries the id of its request. */
function isOurs(requestId: string | undefined): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(requestId ?? '');
}
