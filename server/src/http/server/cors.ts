import { basesOf, type OperationDeclaration } from '@fairlead/contract/operation';
import type { Config } from '../../config.ts';
import type { RequestFacts } from '../../lib/requestFacts.ts';

/** What a page may send; `X-{Brand}-Client…` come with them. Not `Authorization`: sessions are the dashboard's. */
const SENT = [
  'Accept',
  'Content-Type',
  'X-App-Key',
  'X-Api-Key',
  'X-Installation-Token',
  'X-Installation-Id',
  'X-Device-Id',
];
/** What a page may read besides the body. */
const READ = [
  'X-Request-Id',
  'X-Installation-Token',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Deprecation',
  'Sunset',
];
/** Browsers keep a preflight no longer than a day, Chromium two hours. Seconds. */
const KEPT_SECONDS = '7200';

/**
 * Whether pages of any origin may call an operation: those that a publishable key opens, or nothing at all.
 * A page has no secret key to call the others with, and the dashboard is its own origin.
 */
function isOpenToPages({ api, auth }: OperationDeclaration): boolean {
  return api === 'sdk' && (auth === 'appKey' || auth === 'anonymous');
}

/** For an answer to a page: any origin, for nothing is sent by the browser itself. */
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

/** For browsers that ask before they call: the headers of the answer by path. */
export function preflightsOf(
  operations: readonly OperationDeclaration[],
  { headerBrands }: Config,
): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const branded = headerBrands.flatMap((brand) =>
    ['Client', 'Client-Version', 'Client-Platform'].map((rest) => `X-${brand}-${rest}`),
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
