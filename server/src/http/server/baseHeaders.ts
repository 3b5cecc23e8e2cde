import type { RequestFacts } from '../../lib/requestFacts.ts';

/** What every answer of the API has, unless its operation says otherwise. */
export function baseHeaders({ id, transport }: RequestFacts): Record<string, string> {
  return {
    'x-request-id': id,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...transport,
  };
}
