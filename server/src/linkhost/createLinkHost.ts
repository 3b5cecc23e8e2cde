import type { App } from '../app.ts';
import type { FrontRequest, FrontResponse } from '../lib/exchange.ts';
import { hostName, type RequestFacts } from '../lib/requestFacts.ts';
import { serveLink } from './serveLink.ts';

/** Takes a request that is a visitor's, and answers true; false leaves it to the API. */
export type LinkHost = (
  request: FrontRequest,
  facts: RequestFacts,
  response: FrontResponse,
) => boolean | Promise<boolean>;

/**
 * The surface of link domains (DECISIONS 1). It tells the faces apart by host and stands in front of
 * the web framework, for it is the hot path.
 */
export function createLinkHost(app: App): LinkHost {
  const apiHost = hostName(app.config.publicUrl.host);

  return function linkHost(request, facts, response) {
    if (facts.host === apiHost) return false;
    const domain = app.lookups.domain(facts.host);
    if (domain instanceof Promise) {
      return domain.then(
        (found) => {
          if (found) void serveLink(app, found, request, facts, response);
          return found !== null;
        },
        // An unreadable database: the API's own error rendering answers.
        () => false,
      );
    }
    if (domain === null) return false;
    void serveLink(app, domain, request, facts, response);
    return true;
  };
}
