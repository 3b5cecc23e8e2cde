import { basesOf, type OperationDeclaration } from '@fairlead/contract/operation';
import type { Config } from '#platform/config/config.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';

/**
 * Headers that a page may send, in addition to `X-{Brand}-Client…` and `X-{Brand}-App-Build`. Not `Authorization`: sessions are for the
 * dashboard.
 */
const SENT = [
  'Accept',
  'Content-Type',
  'Idempotency-Key',
  'X-App-Key',
  'X-Api-Key',
  'X-Installation-Token',
  'X-Installation-Id',
  'X-Device-Id',
  // Tracing, which pages add to all their calls.
  'Traceparent',
  'Tracestate',
  'Baggage',
];
/** Headers that a page may read. */
const READ = [
  'X-Request-Id',
  'X-Installation-Token',
  'Retry-After',
  'ETag',
  'Idempotency-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Deprecation',
  'Sunset',
];
/** Seconds. Browsers cache a preflight for a day at most, Chromium for two hours. */
const KEPT_SECONDS = '7200';

/**
 * Whether pages of any origin may call an operation: those that need a publishable key or no key at all. A
 * page has no secret key to call the others with, and the dashboard has its own origin.
 */
function isOpenToPages({ api, auth }: OperationDeclaration): boolean {
  return api === 'sdk' && (auth === 'appKey' || auth === 'anonymous');
}

/** For a response to a page: any origin, because the browser sends no credentials by itself. */
export function corsHeaders(
  operation: OperationDeclaration,
  { header }: RequestFacts,
  { headerBrands }: Config,
): Readonly<Record<string, string>> {
  if (header('origin') === undefined || !isOpenToPages(operation)) return {};
  const branded = headerBrands.flatMap((brand) => [`X-${brand}-Context`, `X-${brand}-Warning`]);
  return {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': [...READ, ...branded].join(', '),
  };
}

/** For preflight requests: the headers of the answer by path. */
export function preflightsOf(
  operations: readonly OperationDeclaration[],
  { headerBrands }: Config,
): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const branded = headerBrands.flatMap((brand) =>
    ['Client', 'Client-Version', 'Client-Platform', 'App-Build'].map(
      (rest) => `X-${brand}-${rest}`,
    ),
  );
  const methods = new Map<string, string[]>();
  for (const operation of operations.filter(isOpenToPages)) {
    for (const base of basesOf(operation)) {
      const path = base + operation.path;
      methods.set(path, [...(methods.get(path) ?? []), operation.method]);
    }
  }
  return new Map(
    [...methods].map(([path, allowed]) => [
      path,
      {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': allowed.join(', '),
        'access-control-allow-headers': [...SENT, ...branded].join(', '),
        'access-control-max-age': KEPT_SECONDS,
      },
    ]),
  );
}
