import { isIP } from 'node:net';
import type { DnsRecordType } from '#platform/ports/Dns.ts';

export interface ExpectedRecord {
  readonly purpose: 'proof' | 'traffic';
  readonly type: Exclude<DnsRecordType, 'CAA'>;
  readonly name: string;
  readonly value: string;
}

/**
 * The records that verify a domain and bring its visitors here. `target` is the host of PUBLIC_URL:
 * an IP address needs an A or AAAA record, a name a CNAME.
 */
export function listDnsRecords(
  domain: { readonly host: string; readonly verificationToken: string },
  target: string,
): readonly [ExpectedRecord, ExpectedRecord] {
  const plain = target.replaceAll(/^\[|\]$/g, '');
  const family = isIP(plain);
  return [
    {
      purpose: 'proof',
      type: 'TXT',
      name: `_fairlead.${domain.host}`,
      value: `fairlead-verification=${domain.verificationToken}`,
    },
    {
      purpose: 'traffic',
      type: family === 4 ? 'A' : family === 6 ? 'AAAA' : 'CNAME',
      name: domain.host,
      value: plain,
    },
  ];
}

/** Whether a host resolves to this machine without any DNS, as `*.localhost` does (Rule: surfaces). */
export function isLocal(host: string, target: string): boolean {
  const local = (name: string) => name === 'localhost' || name.endsWith('.localhost');
  return local(host) && local(target);
}
