import type { App } from '../app.ts';
import type { FrontRequest, FrontResponse } from '../lib/exchange.ts';
import type { RequestFacts } from '../lib/requestFacts.ts';
import { createHostFaces } from '../lib/createHostFaces.ts';
import { splitUrl } from '../lib/splitUrl.ts';
import { answerNothing } from './answer.ts';
import { answerFault } from './answerVisit.ts';
import { createClickTokens } from './clickTokens.ts';
import { createQrImages } from './qr/createQrImages.ts';
import { serveLaunch } from './serveLaunch.ts';
import { serveLink } from './serveLink.ts';
import type { Exchange, LinkHostContext } from './LinkHostContext.ts';

/** Takes a request that is a visitor's, and answers true; false leaves it to the API. */
export type LinkHost = (
  request: FrontRequest,
  facts: RequestFacts,
  response: FrontResponse,
) => boolean | Promise<boolean>;

/**
 * The surface of link domains and of the launch domain (Rule: surfaces). It tells the faces apart by host
 * and stands in front of the web framework, for it is the hot path.
 */
export function createLinkHost(app: App): LinkHost {
  const { launchHost, roles, publicUrlGiven } = app.config;
  const isOurs = createHostFaces(app.config);
  const servesLinks = roles.has('links');
  const context: LinkHostContext = {
    app,
    tokens: createClickTokens(app.secrets.secret.reveal()),
    qrImages: createQrImages({ limitsClients: app.config.rateLimits }),
  };

  /** Nobody's host: a newcomer who has not set PUBLIC_URL yet is shown the dashboard, which says so. */
  function answerUnknown(exchange: Exchange): boolean {
    if (publicUrlGiven) answerNothing(exchange);
    return publicUrlGiven;
  }

  return function linkHost(request, facts, response) {
    // Before any look-up: probes ask by address, and must hear at once that the database is away.
    if (isOurs(facts.host) || isForPrograms(request.url)) return false;
    const exchange: Exchange = { context, facts, response };
    if (!servesLinks) return answerUnknown(exchange);
    if (facts.host === launchHost) {
      void serveLaunch(context, request, facts, response);
      return true;
    }
    const domain = app.lookups.domain(facts.host);
    if (domain instanceof Promise) {
      return domain.then(
        (found) => {
          if (found === null) return answerUnknown(exchange);
          void serveLink(context, found, request, facts, response);
          return true;
        },
        (error: unknown) => {
          app.log.error({ err: error, requestId: facts.id }, 'A host could not be looked up');
          answerFault(exchange);
          return true;
        },
      );
    }
    if (domain === null) return answerUnknown(exchange);
    void serveLink(context, domain, request, facts, response);
    return true;
  };
}

/** Answered on every host: for whoever probes the server, or asks it for its proxy, by whatever name. */
function isForPrograms(url = '/'): boolean {
  if (!url.startsWith('/health') && !url.startsWith('/internal/')) return false;
  const { path } = splitUrl(url);
  return path === '/health' || path === '/internal/tls-ask';
}
