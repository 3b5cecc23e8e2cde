import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';

/** Headers of every API response, unless its operation says otherwise. */
export function baseHeaders({ id, transport }: RequestFacts): Record<string, string> {
  return {
    'x-request-id': id,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...transport,
  };
}
