/** CAA records read `issue letsencrypt.org`. */
export type DnsRecordType = 'TXT' | 'CNAME' | 'A' | 'AAAA' | 'CAA';

/** The port through which the service queries the DNS; `platform/adapters/dns.ts` implements it. */
export interface Dns {
  /**
   * The values of a name's records of one type; none where there are none. Throws `DnsError` if no
   * server answers, which says nothing about the name.
   */
  find(name: string, type: DnsRecordType): Promise<readonly string[]>;
}

export class DnsError extends Error {
  override readonly name = 'DnsError';
  /** What the resolver said, such as ESERVFAIL. */
  readonly reason: string;

  constructor(message: string, reason: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
