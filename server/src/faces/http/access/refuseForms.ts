import { Problem } from '#platform/lib/Problem.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';

/**
 * Throws FORBIDDEN for anything that a form on another site can send. Its three content types need no
 * CORS permission; JSON does, and we grant none. Browsers also state the origin directly in
 * `Sec-Fetch-Site`.
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
