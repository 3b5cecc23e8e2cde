/** The certificate of an answer, as a phone would judge it. */
export interface TlsFacts {
  /** OpenSSL's error code, such as CERT_HAS_EXPIRED; null for a trusted certificate. */
  readonly fault: string | null;
  /** Whether it is valid for the requested host. */
  readonly fitsHost: boolean;
  /** Names that it is valid for. */
  readonly names: readonly string[];
  readonly issuer: string;
  readonly validFrom: Date;
  readonly validTo: Date;
}

export interface WebAnswer {
  readonly status: number;
  /** Takes a lower-case name; if there are several, returns the first. */
  readonly header: (name: string) => string | undefined;
  /** The part that was read, decoded as its type says, or else the page itself. */
  readonly body: string;
  /** Whether there was more. */
  readonly cut: boolean;
  /** Null for http. */
  readonly tls: TlsFacts | null;
}

/**
 * Why there is no answer. `private`: the IP address is not public, and was not called. `unroutable`: this machine has
 * no route to it, which says nothing about the IP address. `tls`: the TLS handshake failed.
 */
export interface WebFailure {
  readonly failure: 'private' | 'unroutable' | 'refused' | 'timeout' | 'tls' | 'reset';
  readonly detail: string;
}

interface WebRequest {
  /** The IP address that is called, whatever the host name resolves to. */
  readonly address: string;
  readonly userAgent?: string;
  /** Ends it early, as a timeout. */
  readonly signal?: AbortSignal;
}

/**
 * The port through which the service calls other people's web servers; `platform/adapters/web.ts` implements it. One request to
 * one IP address: redirects are returned and never followed, and IP addresses that are not public are never called.
 */
export interface Web {
  get(url: string, request: WebRequest): Promise<WebAnswer | WebFailure>;
}

export function isAnswer(found: WebAnswer | WebFailure): found is WebAnswer {
  return 'status' in found;
}
