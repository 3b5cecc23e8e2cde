import type { Client } from '#teams/accounts/Client.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';

/** What accounts may know about the caller. The cookie is passed on only if it is the credential. */
export function accountClient(request: RequestFacts, withCookie = false): Client {
  const userAgent = request.header('user-agent');
  const cookie = withCookie ? request.header('cookie') : undefined;
  return {
    address: request.address,
    ...(userAgent !== undefined && { userAgent }),
    ...(cookie !== undefined && { cookie }),
  };
}
