import { Problem } from '../../lib/Problem.ts';
import type { RequestFacts } from '../../lib/requestFacts.ts';

/**
 * Throws FORBIDDEN for what a form of another site can send. Its three content types need no leave of
 * ours; JSON does, and we give none. Browsers also say it outright in `Sec-Fetch-Site`.
 */
export function refuseForms(request: RequestFacts): void {
  const type = request.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Problem('FORBIDDEN', 'Send the body as Content-Type: application/json');
  }
  if (request.header('sec-fetch-site') === 'cross-site') {
    throw new Problem('FORBIDDEN', 'Pages of other sites cannot call this');
  }
}
