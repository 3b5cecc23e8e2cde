import type { App } from '../app.ts';
import type { FrontRequest, FrontResponse } from '../lib/exchange.ts';
import { hostName, type RequestFacts } from '../lib/requestFacts.ts';
import { createClickTokens } from './clickTokens.ts';
import { createQrImages } from './qr/createQrImages.ts';
import { serveLaunch } from './serveLaunch.ts';
import { serveLink } from './serveLink.ts';
import type { Surface } from './Surface.ts';

/** Takes a request that is a visitor's, and answers true; false leaves it to the API. */
export type LinkHost = (
  request: FrontRequest,
  facts: RequestFacts,
  response: FrontResponse,
) => boolean | Promise<boolean>;

/**
 * The surface of link domains and of the launch domain (DECISIONS 1). It tells the faces apart by host
 * and stands in front of the web framework, for it is the hot path.
 */
export function createLinkHost(app: App): LinkHost {
  const apiHost = hostName(app.config.publicUrl.host);
  const { launchHost } = app.config;
  const surface: Surface = {
    app,
    tokens: createClickTokens(app.secrets.secret.reveal()),
    qrImages: createQrImages(),
  };

  return function linkHost(request, facts, response) {
    if (facts.host === apiHost) return false;
    if (facts.host === launchHost) {
      void serveLaunch(surface, request, facts, response);
      return true;
    }
    const domain = app.lookups.domain(facts.host);
    if (domain instanceof Promise) {
      return domain.then(
        (found) => {
          if (found) void serveLink(surface, found, request, facts, response);
          return found !== null;
        },
        // An unreadable database: the API's own error rendering answers.
        () => false,
      );
    }
    if (domain === null) return false;
    void serveLink(surface, domain, request, facts, response);
    return true;
  };
}
