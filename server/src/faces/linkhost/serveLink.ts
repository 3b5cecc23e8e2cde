import { readClickSignals } from '#visits/clicks/readClickSignals.ts';
import { findReferredClick } from '#visits/clicks/findReferredClick.ts';
import { readClickReference } from '#visits/clicks/clickReference.ts';
import type { ClickKind } from '#visits/clicks/facts/Click.ts';
import { newClick, type Recognized, recognize } from '#visits/clicks/newClick.ts';
import type { Visitor } from '#visits/visitors/Visitor.ts';
import { unlessAway } from '#platform/db/connections/isUnavailable.ts';
import type { Domain } from '#teams/domains/Domain.ts';
import type { FrontRequest, FrontResponse } from '#platform/lib/web/exchange.ts';
import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { splitUrl } from '#platform/lib/web/splitUrl.ts';
import { timeOfId } from '#platform/lib/uuid.ts';
import { findLongLink } from '../lookups/findLongLink.ts';
import { findLinked, routeVisit } from '../lookups/routeVisit.ts';
import { isExpired, type Link } from '#links/link/Link.ts';
import { encodePassthrough } from '#links/link/passthrough.ts';
import { slugOfPath } from '#links/link/parseLinkUrl.ts';
import { readVisitFlags, type VisitFlags } from '#links/link/visitFlags.ts';
import { decideVisit } from '#visits/decision/decideVisit.ts';
import { visitedLink } from '#visits/decision/rules/followRoute.ts';
import { textOfRoute } from '#visits/decision/rules/chooseRoute.ts';
import type { Decision, Visit } from '#visits/decision/Visit.ts';
import { answerNothing, answerRedirect, answerRefusal } from './answer.ts';
import { answerFault, answerVisit } from './answerVisit.ts';
import { findElsewhere } from './findElsewhere.ts';
import { fileOfPath, serveFile } from './serveFile.ts';
import { readQrPath, serveQr } from './serveQr.ts';
import { serveSignals } from './serveSignals.ts';
import type { Exchange, LinkHostContext, Visiting } from './LinkHostContext.ts';
import { DAY_MS } from '#platform/lib/time.ts';

const SAME_VISIT_MS = DAY_MS;

/** Answers one request to a link domain. Never throws: an error becomes a page that says to try again. */
export async function serveLink(
  context: LinkHostContext,
  domain: Domain,
  request: FrontRequest,
  facts: RequestFacts,
  response: FrontResponse,
): Promise<void> {
  const exchange: Exchange = { context, facts, response };
  try {
    const { app } = context;
    const { method = 'GET' } = request;
    const { path, query } = splitUrl(request.url);
    if (method !== 'GET' && method !== 'HEAD') {
      if (await serveSignals(path, request, exchange)) return;
      return answerNothing(exchange, { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const slug = slugOfPath(path);
    const link = slug === null ? null : await app.lookups.link(domain.projectId, slug);
    const project = link && (await app.lookups.project(domain.projectId));
    const found =
      link && project && link.domainId === domain.id
        ? { link, project }
        : await findLong(exchange, domain, { path, query, method });
    if (found === null) return await serveOther({ ...exchange, domain, path, query });
    // A visitor who left during the lookup gets no answer, so nothing is counted.
    if (request.socket.destroyed) return;
    await visit({ context, domain, ...found, query, method, facts, response });
  } catch (error) {
    context.app.log.error({ err: error, requestId: facts.id }, 'A visit failed');
    answerFault(exchange);
  }
}

/** The link that the URL itself describes, on a domain that answers Firebase links (Rule: firebase). */
async function findLong(
  { context: { app }, facts }: Exchange,
  domain: Domain,
  asked: { readonly path: string; readonly query: string; readonly method: string },
) {
  if (domain.firebaseHosts === null) return null;
  const userAgent = facts.headers['user-agent'];
  const visitor = app.readVisitor({ userAgent, header: facts.header, method: asked.method });
  return findLongLink(app.lookups, domain, asked, visitor);
}

/** Firebase's `d=1` asks for the flow page; it could not be a valid launch page reference. */
function readFlags(domain: Domain, query: string): VisitFlags {
  const flags = readVisitFlags(query);
  const asks = domain.firebaseHosts !== null && flags.launch === '1';
  return asks ? { ...flags, debug: true } : flags;
}

/** Decides, records and only then answers: no answer is sent before its click is durable. */
async function visit(visiting: Visiting): Promise<void> {
  const { domain, link, project, query, facts } = visiting;
  const { app } = visiting.context;
  const userAgent = facts.headers['user-agent'];
  const visitor = app.readVisitor({ userAgent, header: facts.header, method: visiting.method });
  const flags = readFlags(domain, query);
  const isHop = flags.ulhop || flags.debug;
  const counted =
    flags.click !== null && !isHop && isOfThisVisit(flags.click)
      ? await findReferredClick(app, link, flags.click)
      : null;
  // The request's own id names its click: one generated id serves both.
  const clickId = counted ?? facts.id;
  const isPerson = visitor.crawler === null && visitor.automation === null;
  const known = recognize(app, facts, timeOfId(facts.id));
  const kept = counted !== null || flags.ulhop ? flags.route : null;
  const seen = { visitor, known, query, at: timeOfId(facts.id), kept };
  const linking = findLinked(app.lookups, link);
  const linked = linking instanceof Promise ? await linking : linking;
  const led = routeVisit({ link, project, linked }, seen);
  const asked: Visit = {
    link: visitedLink(led.link, link),
    route: led.route,
    project,
    visitor,
    flags,
    query,
    shortUrl: fillLinkTemplate(app.config.linkUrlTemplate, domain.host, link.slug),
    hasLaunchHost: true,
    clickReference: clickId,
    ...(isPerson && { proveClick: () => app.clickProofs.prove(link, clickId) }),
    countedBefore: counted !== null,
    expired: isExpired(link, timeOfId(facts.id)),
  };
  const first = decideVisit(asked);
  const decision =
    link.expiresAfterClicks === null ? first : await decideWithinLimit(visiting, asked, first);
  if (decision.count !== 'none') {
    await record(visiting, {
      visitor,
      known,
      decision,
      kind: decision.count,
      led: led.link,
      placement: flags.placement,
    });
  }
  answerVisit(visiting, decision, clickId, linked);
}

/** The visit of a link with a limit: once it is reached, the link is as it is afterwards. What counts is added to what it has had. */
async function decideWithinLimit(
  { context: { app }, link }: Visiting,
  asked: Visit,
  decision: Decision,
): Promise<Decision> {
  if (decision.count !== 'click') return decision;
  if (asked.expired !== true && (await app.clickLimits.take(link))) return decision;
  const afterwards = asked.expired === true ? decision : decideVisit({ ...asked, expired: true });
  if (afterwards.count === 'click') app.clickLimits.addBeyond(link);
  return afterwards;
}

/** An older reference belongs to an earlier visit: the next visit counts again. */
function isOfThisVisit(text: string): boolean {
  const reference = readClickReference(text);
  return reference !== null && Math.abs(Date.now() - timeOfId(reference.clickId)) <= SAME_VISIT_MS;
}

interface Recorded {
  readonly visitor: Visitor;
  readonly known: Recognized;
  readonly decision: Decision;
  readonly kind: ClickKind;
  /** What the link led to. */
  readonly led: Link;
  readonly placement: string | null;
}

/** Records the visit and, for a person's phone, the signals that an install can be matched by (Rule: attribution). */
function record(
  { context: { app }, link, project, query, facts, forwarded: forwards }: Visiting,
  { visitor, known, decision, kind, led, placement }: Recorded,
): Promise<void> {
  const { page, source, route } = decision;
  const isClick = kind === 'click';
  const signals = isClick
    ? readClickSignals(app.hashAddress, {
        project,
        visitor,
        address: facts.address,
        language: known.language,
        at: timeOfId(facts.id),
        hasPage: page !== 'redirect',
      })
    : null;
  const forwarded = isClick
    ? encodePassthrough(forwards ?? (link.allowQueryPassthrough ? query : ''))
    : null;
  const click = newClick(known, {
    id: facts.id,
    link,
    led,
    query,
    placement,
    visitor,
    kind,
    source,
    opened: false,
    signals,
    forwarded,
    route: route && textOfRoute(route),
  });
  const recorded = app.ledger.record(click);
  if (link.expiresAfterClicks === null || !isClick) return recorded;
  return recorded.catch((error: unknown) => {
    app.clickLimits.giveBack(link);
    throw error;
  });
}

/** Whose domain it is; null while that cannot be looked up, for the answer is the same without. */
async function findOwner({ context: { app } }: Exchange, domain: Domain) {
  return unlessAway(Promise.resolve(app.lookups.project(domain.projectId)), null);
}

/** What a link domain serves besides its links: its files and QR images, else nothing. */
async function serveOther(
  asked: Exchange & { domain: Domain; path: string; query: string },
): Promise<void> {
  const { context, domain, path } = asked;
  const { app } = context;
  const file = fileOfPath(path);
  if (file !== undefined) {
    return serveFile(asked, file, await app.lookups.project(domain.projectId));
  }
  const image = readQrPath(path);
  if (image === null) {
    const elsewhere = await findElsewhere(context, domain, path);
    if (elsewhere !== null) return answerRedirect(asked, elsewhere);
    return answerNothing(asked, { project: await findOwner(asked, domain) });
  }
  const slug = slugOfPath(image.linkPath);
  const link = slug === null ? null : await app.lookups.link(domain.projectId, slug);
  if (!link || link.domainId !== domain.id) {
    return answerRefusal(asked, 404, 'There is no such link');
  }
  const shortUrl = fillLinkTemplate(app.config.linkUrlTemplate, domain.host, link.slug);
  return serveQr(asked, link, shortUrl, image.format, asked.query);
}
