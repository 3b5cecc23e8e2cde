import type { App } from '../app.ts';
import { readClickSignals } from '../clicks/ClickSignals.ts';
import { newClick } from '../clicks/newClick.ts';
import type { Domain } from '../domains/Domain.ts';
import type { FrontRequest, FrontResponse } from '../lib/exchange.ts';
import { fillLinkTemplate } from '../lib/fillLinkTemplate.ts';
import type { RequestFacts } from '../lib/requestFacts.ts';
import { timeOfId } from '../lib/uuid.ts';
import { encodePassthrough } from '../links/passthrough.ts';
import { slugOfPath } from '../links/parseLinkUrl.ts';
import type { Link } from '../links/Link.ts';
import type { Project } from '../projects/Project.ts';
import { decideVisit, plainForm } from './decideVisit.ts';
import { renderNothingHere, renderUnavailable } from './pages/plainPages.ts';
import type { Decision } from './Visit.ts';
import { readVisitFlags } from '../links/visitFlags.ts';

/** Answers one request on a link domain. Never throws: a fault is a page that says to try again. */
export async function serveLink(
  app: App,
  domain: Domain,
  request: FrontRequest,
  facts: RequestFacts,
  response: FrontResponse,
): Promise<void> {
  try {
    const { method = 'GET', url = '/' } = request;
    const queryAt = url.indexOf('?');
    const path = queryAt < 0 ? url : url.slice(0, queryAt);
    const query = queryAt < 0 ? '' : url.slice(queryAt + 1);
    if (method !== 'GET' && method !== 'HEAD') {
      return answerPage(response, facts, 405, renderNothingHere(), { allow: 'GET, HEAD' });
    }
    const slug = slugOfPath(path);
    const link = slug === null ? null : await app.lookups.link(domain.projectId, slug);
    const project = link && (await app.lookups.project(domain.projectId));
    if (!link || !project || link.domainId !== domain.id) {
      return answerPage(response, facts, 404, renderNothingHere());
    }
    await visit({ app, domain, link, project, query, method, facts, response });
  } catch (error) {
    app.log.error({ err: error, requestId: facts.id }, 'A visit failed');
    answerPage(response, facts, 503, renderUnavailable(), { 'retry-after': '5' });
  }
}

interface Visiting {
  readonly app: App;
  readonly domain: Domain;
  readonly link: Link;
  readonly project: Project;
  readonly query: string;
  readonly method: string;
  readonly facts: RequestFacts;
  readonly response: FrontResponse;
}

/** Decides, records and only then answers: no answer leaves before its click is durable. */
async function visit(visiting: Visiting): Promise<void> {
  const { app, domain, link, project, query, facts, response } = visiting;
  const userAgent = facts.headers['user-agent'];
  const visitor = app.readVisitor({ userAgent, header: facts.header, method: visiting.method });
  // The request's own id names its click: one made id serves both.
  const decision = plainForm(
    decideVisit({
      link,
      project,
      visitor,
      flags: readVisitFlags(query),
      query,
      shortUrl: fillLinkTemplate(app.config.linkUrlTemplate, domain.host, link.slug),
      hasLaunchHost: true,
      clickReference: facts.id,
    }),
  );
  if (decision.count !== 'none') {
    const at = timeOfId(facts.id);
    await app.ledger.record(
      newClick({
        id: facts.id,
        at,
        link,
        visitor,
        kind: decision.count,
        source: decision.source,
        country: app.geo.countryOf(facts.header, facts.address),
        referrer: facts.headers.referer ?? null,
        visitorHash: app.hashVisitor(facts.address, userAgent ?? '', at),
        opened: false,
        ...(decision.count === 'click' && {
          signals: readClickSignals(app.hashAddress, {
            project,
            visitor,
            address: facts.address,
            acceptLanguage: facts.headers['accept-language'],
            at,
            hasPage: decision.page !== 'redirect',
          }),
          forwarded: link.allowQueryPassthrough ? encodePassthrough(query) : null,
        }),
      }),
    );
  }
  answerDecision(response, facts, decision);
}

function answerDecision(response: FrontResponse, facts: RequestFacts, decision: Decision): void {
  if (decision.page !== 'redirect') {
    return answerPage(response, facts, 404, renderNothingHere());
  }
  response.writeHead(302, {
    location: decision.to,
    'cache-control': 'private, no-store',
    'x-request-id': facts.id,
    'content-length': 0,
  });
  response.end();
}

function answerPage(
  response: FrontResponse,
  facts: RequestFacts,
  status: number,
  html: string,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent) return;
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'x-request-id': facts.id,
    'content-length': Buffer.byteLength(html),
    ...headers,
  });
  response.end(html);
}
