import { isAnswer, type TlsFacts } from '#platform/ports/Web.ts';
import { type DomainFinding, found } from '../Finding.ts';
import type { Seen } from './look.ts';
import type { Subject } from '../Subject.ts';
import type { Symptom } from './symptoms.ts';

/** Less than what is left after Let's Encrypt clients have tried to renew for two weeks. */
const SOON_MS = 14 * 24 * 3600 * 1000;

const FAULTS: Readonly<Record<string, Symptom>> = {
  CERT_HAS_EXPIRED: 'TLS_EXPIRED',
  CERT_NOT_YET_VALID: 'TLS_NOT_YET_VALID',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS_SELF_SIGNED',
};

/** The certificates of the domain, as a phone judges them. */
export function examineTls(subject: Subject, { addresses, at }: Seen): DomainFinding[] {
  const findings = new Map<Symptom, DomainFinding>();
  for (const { address, assetlinks } of addresses) {
    if (!isAnswer(assetlinks) || assetlinks.tls === null) continue;
    for (const [code, seen] of faultsOf(assetlinks.tls, subject.host, at)) {
      if (!findings.has(code)) {
        findings.set(code, found(code, subject, `The certificate at ${address} ${seen}.`));
      }
    }
  }
  return [...findings.values()];
}

function faultsOf(tls: TlsFacts, host: string, at: number): [Symptom, string][] {
  const faults: [Symptom, string][] = [];
  const day = (time: Date) => time.toISOString().slice(0, 10);
  if (!tls.fitsHost) {
    faults.push(['TLS_WRONG_NAME', `is for ${tls.names.join(', ')} and not for ${host}`]);
  }
  // A self-signed certificate is reported as that, though it may have expired as well.
  const expired = tls.validTo.getTime() <= at;
  if (tls.fault !== null) {
    const code = FAULTS[tls.fault] ?? 'TLS_UNTRUSTED';
    faults.push([
      code,
      `of ${tls.issuer}, valid from ${day(tls.validFrom)} to ${day(tls.validTo)}, is not trusted: ${tls.fault}`,
    ]);
  }
  if (expired && tls.fault !== 'CERT_HAS_EXPIRED') {
    faults.push(['TLS_EXPIRED', `ended on ${day(tls.validTo)}`]);
  }
  if (!expired && tls.validTo.getTime() - at < SOON_MS) {
    faults.push(['TLS_ENDS_SOON', `of ${tls.issuer} ends on ${day(tls.validTo)}`]);
  }
  return faults;
}
