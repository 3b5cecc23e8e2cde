import type { App } from '../App.ts';
import type { FrontRequest, FrontResponse } from '#platform/lib/web/exchange.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { createHostFaces } from '#platform/lib/web/createHostFaces.ts';
import { splitUrl } from '#platform/lib/web/splitUrl.ts';
import { answerNothing } from './answer.ts';
import { answerFault } from './answerVisit.ts';
import { createClickTokens } from './clickTokens.ts';
import { createRenderingBudget } from './createRenderingBudget.ts';
import { createQrImages } from './qr/createQrImages.ts';
import { serveLaunch } from './serveLaunch.ts';
import { serveLink } from './serveLink.ts';
import type { Exchange, LinkHostContext } from './LinkHostContext.ts';

/** Handles a visitor's request and returns true; false leaves it to the API. */
export type LinkHost = (
  request: FrontRequest,
  facts: RequestFacts,
  response: FrontResponse,
) => boolean | Promise<boolean>;

/**
 * The surface of link domains and of the launch domain (Rule: surfaces). It distinguishes them by host
 * and handles requests before the web framework does, because it is the hot path.
 */
export function createLinkHost(app: App): LinkHost {
  const { launchHost, roles, publicUrlGiven } = app.config;
  const isOurs = createHostFaces(app.config);
  const servesLinks = roles.has('links');
  const context: LinkHostContext = {
    app,
    tokens: createClickTokens(app.secrets.linkSecret.reveal()),
    qrImages: createQrImages({ limitsClients: app.config.rateLimits }),
    flowBudget: createRenderingBudget({ perClient: app.config.rateLimits }),
  };

  /** An unknown host: a new operator who has not set PUBLIC_URL yet sees the dashboard, which says so. */
  function answerUnknown(exchange: Exchange): boolean {
    if (publicUrlGiven) answerNothing(exchange);
    return publicUrlGiven;
  }

  return function linkHost(request, facts, response) {
    // Before any lookup: probes call by IP address, and must learn immediately that the database is down.
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

/** Answered on every host: for checks by load balancers, proxies asking about certificates, and the doctor, by any name. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set([
  '/health',
  '/ready',
  '/internal/tls-ask',
  '/internal/visitor-headers',
]);

function isForPrograms(url = '/'): boolean {
  // Most paths are those of links, and are not taken apart here.
  return /^\/(?:health|ready|internal\/)/.test(url) && FOR_PROGRAMS.has(splitUrl(url).path);
}
