import type { Config } from '#platform/config/config.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';

/** The brand of a client's headers: the first of HEADER_BRANDS unless it uses another. */
function brandOf(request: RequestFacts, config: Config): string {
  const spoken = config.headerBrands.find(
    (brand) => request.header(`x-${brand.toLowerCase()}-client`) !== undefined,
  );
  return spoken ?? config.headerBrands[0]!;
}

/** One of the client's `X-{Brand}-…` headers, by the rest of its name. */
export function brandedHeader(
  request: RequestFacts,
  config: Config,
  rest: string,
): string | undefined {
  return request.header(`x-${brandOf(request, config).toLowerCase()}-${rest}`);
}

/** SDK clients identify themselves as `sdk-…` and are parsed leniently (Rule: bodies; Rule: sdk-clients). */
export function isSdkClient(request: RequestFacts, config: Config): boolean {
  return brandedHeader(request, config, 'client')?.toLowerCase().startsWith('sdk-') === true;
}

/** Whether a client identifies itself at all: some SDK calls do not. */
export function namesItself(request: RequestFacts, config: Config): boolean {
  return brandedHeader(request, config, 'client') !== undefined;
}

/** Apps on a phone name their operating system; servers and websites name another or none. */
export function isMobileClient(request: RequestFacts, config: Config): boolean {
  const platform = brandedHeader(request, config, 'client-platform')?.toLowerCase();
  return platform === 'ios' || platform === 'android';
}

export interface ClientDescription {
  readonly type?: string | undefined;
  readonly version?: string | undefined;
  readonly platform?: string | undefined;
}

/** Longer texts than this do not describe anything. */
const MAX_CLIENT_TEXT_LENGTH = 100;

/**
 * Which client is calling: `metadata.client` in a body, as an object or as the string that some SDKs make of one,
 * such as `{type=sdk-android, version=1.0.9}`, else its headers. Stored for people to read, never used for
 * decisions: versions are unreliable.
 */
export function describeClient(
  request: RequestFacts,
  config: Config,
  metadata: Readonly<Record<string, unknown>> = {},
): ClientDescription {
  const said = detailsOf(metadata['client']);
  const word = (text: unknown) =>
    typeof text === 'string' && text !== '' && !text.includes('\u0000')
      ? text.slice(0, MAX_CLIENT_TEXT_LENGTH)
      : undefined;
  return {
    type: word(said['type']) ?? word(brandedHeader(request, config, 'client')),
    version: word(said['version']) ?? word(brandedHeader(request, config, 'client-version')),
    platform: word(said['platform']) ?? word(brandedHeader(request, config, 'client-platform')),
  };
}

function detailsOf(client: unknown): Readonly<Record<string, unknown>> {
  if (typeof client === 'object' && client !== null) return client as Record<string, unknown>;
  if (typeof client !== 'string') return {};
  const pairs = client.slice(0, 1000).matchAll(/"?(\w+)"?\s*[=:]\s*"?([^",{}]*)/g);
  return Object.fromEntries([...pairs].map(([, name, value]) => [name, value?.trim()]));
}

type ReplyHeaders = Readonly<Record<string, string | undefined>>;

/** Operations name their headers `x-svc-…`; the client gets them under its own brand (Rule: surfaces 7). */
export function speakBrand(
  headers: ReplyHeaders,
  request: RequestFacts,
  config: Config,
): ReplyHeaders {
  const prefix = `x-${brandOf(request, config).toLowerCase()}-`;
  if (prefix === 'x-svc-') return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace(/^x-svc-/, prefix), value]),
  );
}
