/** What the certificate of an answer was like, as a phone would judge it. */
export interface TlsFacts {
  /** The code of OpenSSL's verdict, such as CERT_HAS_EXPIRED; null for a certificate that is trusted. */
  readonly fault: string | null;
  /** Whether it is for the host that was asked for. */
  readonly fitsHost: boolean;
  /** Names that it is for. */
  readonly names: readonly string[];
  readonly issuer: string;
  readonly validFrom: Date;
  readonly validTo: Date;
}

export interface WebAnswer {
  readonly status: number;
  /** In lower case; of several the first. */
  readonly header: (name: string) => string | undefined;
  /** As far as it was read. */
  readonly body: string;
  /** Whether there was more than was read. */
  readonly cut: boolean;
  /** Null for http. */
  readonly tls: TlsFacts | null;
}

/**
 * Why there is no answer. `private`: the address is none of the internet, and was not called. `unroutable`: this machine has no way
 * there, which says nothing about the address. `tls`: no TLS was agreed on.
 */
export interface WebFailure {
  readonly failure: 'private' | 'unroutable' | 'refused' | 'timeout' | 'tls' | 'reset';
  readonly detail: string;
}

interface WebRequest {
  /** The address that is called, whatever the name of the host leads to. */
  readonly address: string;
  readonly userAgent?: string;
}

/**
 * The port through which the service looks at other people's web servers; `adapters/web.ts` implements it. One request to one
 * address: redirects are answered and never followed, and addresses that are not of the internet are never called.
 */
export interface Web {
  get(url: string, request: WebRequest): Promise<WebAnswer | WebFailure>;
}

export function isAnswer(found: WebAnswer | WebFailure): found is WebAnswer {
  return 'status' in found;
}
