import { writeClickReference } from '#visits/clicks/clickReference.ts';
import type { Visitor } from '#visits/visitors/Visitor.ts';
import { unlessAway } from '#platform/db/connections/isUnavailable.ts';
import type { Domain } from '#teams/domains/Domain.ts';
import type { FrontRequest, FrontResponse } from '#platform/lib/web/exchange.ts';
import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { splitUrl } from '#platform/lib/web/splitUrl.ts';
import { MINUTE_MS } from '#platform/lib/time.ts';
import { timeOfId } from '#platform/lib/uuid.ts';
import { recognize } from '#visits/clicks/newClick.ts';
import { visitedLink } from '#visits/decision/rules/followRoute.ts';
import { findLongLink } from '../lookups/findLongLink.ts';
import { findLinked, routeVisit } from '../lookups/routeVisit.ts';
import { isExpired, type Link } from '#links/link/Link.ts';
import { readVisitFlags } from '#links/link/visitFlags.ts';
import type { Project } from '#teams/projects/Project.ts';
import { decideVisit } from '#visits/decision/decideVisit.ts';
import { answerNothing, answerPage, answerRedirect } from './answer.ts';
import { answerFault, fitOpening, openingPageOf } from './answerVisit.ts';
import { linkUrlOf, readLaunchReference } from './launchUrl.ts';
import { renderLaunch } from '../pages/renderOpening.ts';
import { fileOfPath, serveFile } from './serveFile.ts';
import { serveSignals } from './serveSignals.ts';
import type { Exchange, LinkHostContext } from './LinkHostContext.ts';

/** Whoever opens a launch page later than this may be someone it was sent to. */
const SAME_PERSON_MS = 10 * MINUTE_MS;

/** Answers one request to the launch domain, which is for iOS only. Never throws, counts nothing. */
export async function serveLaunch(
  context: LinkHostContext,
  request: FrontRequest,
  facts: RequestFacts,
  response: FrontResponse,
): Promise<void> {
  const exchange: Exchange = { context, facts, response };
  try {
    const { method = 'GET' } = request;
    const { path, query } = splitUrl(request.url);
    if (method !== 'GET' && method !== 'HEAD') {
      if (await serveSignals(path, request, exchange)) return;
      return answerNothing(exchange, { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const file = fileOfPath(path);
    if (file !== undefined) return serveFile(exchange, file, null);
    const launched = await findLaunched(exchange, path, query);
    if (launched === null) return answerNothing(exchange);
    await answerLaunchPage(exchange, launched, query);
  } catch (error) {
    context.app.log.error({ err: error, requestId: facts.id }, 'A launch page failed');
    answerFault(exchange);
  }
}

interface Launched {
  readonly domain: Domain;
  readonly link: Link;
  readonly project: Project;
}

/** The link of `/{link host}/{slug}`, or the long link of `/{link host}/?link=…`. */
async function findLaunched(
  { context: { app }, facts }: Exchange,
  path: string,
  query: string,
): Promise<Launched | null> {
  const [, host, slug] = /^\/([a-z0-9.-]{1,253})\/([A-Za-z0-9._~/-]{0,255})$/.exec(path) ?? [];
  if (host === undefined || slug === undefined) return null;
  const domain = await app.lookups.domain(host);
  const link = domain && (await app.lookups.link(domain.projectId, slug));
  const project = link && (await app.lookups.project(link.projectId));
  if (domain && link && project && link.domainId === domain.id) return { domain, link, project };
  if (!domain) return null;
  const visitor = app.readVisitor({ userAgent: facts.headers['user-agent'], header: facts.header });
  const long = await findLongLink(app.lookups, domain, { path: `/${slug}`, query }, visitor);
  return long && { domain, link: long.link, project: long.project };
}

/**
 * The page for the visit that `d` names. Visitors who come later, in another way or without a phone
 * that needs it are sent back to the link.
 */
async function answerLaunchPage(
  exchange: Exchange,
  { domain, link, project }: Launched,
  query: string,
): Promise<void> {
  const { context, facts } = exchange;
  const { app } = context;
  const flags = readVisitFlags(query);
  const reference = readLaunchReference(
    context,
    { host: domain.host, slug: link.slug },
    flags.launch,
  );
  if (reference === null) return answerNothing(exchange, { project });
  const shortUrl = fillLinkTemplate(app.config.linkUrlTemplate, domain.host, link.slug);
  const visitor = app.readVisitor({ userAgent: facts.headers['user-agent'], header: facts.header });
  const at = timeOfId(reference.clickId);
  const known = recognize(app, facts, at);
  const led = routeVisit(
    { link, project, linked: await findLinked(app.lookups, link) },
    {
      visitor,
      known,
      query,
      at,
      kept: flags.route,
    },
  );
  const decision = decideVisit({
    link: visitedLink(led.link, link),
    route: led.route,
    project,
    visitor,
    flags: { ...readVisitFlags(''), launch: flags.launch },
    query,
    shortUrl,
    hasLaunchHost: true,
    clickReference: reference.clickId,
    ...(reference.isPersons && {
      proveClick: () => app.clickProofs.prove(link, reference.clickId),
    }),
    countedBefore: true,
    expired: isExpired(link, Date.now()),
  });
  if (decision.page !== 'launch' || !reference.fresh) {
    const click = await nameCounted(app, link, reference, visitor);
    const { allowQueryPassthrough } = link;
    const kept = { allowQueryPassthrough, route: led.route };
    return answerRedirect(exchange, linkUrlOf(shortUrl, kept, query, click));
  }
  const page = openingPageOf({ ...exchange, domain, link, project, query }, decision, {
    reported: visitor.automation === null ? reference.clickId : null,
    copied: reference.isPersons ? reference.clickId : null,
  });
  answerPage(exchange, 200, fitOpening(page, renderLaunch));
}

/**
 * The reference of the visit's click for a visitor who is sent back within minutes on the same system, and so is not
 * counted again (Rule: passthrough 8). Null for anyone else: the URL may have been passed on.
 */
async function nameCounted(
  app: LinkHostContext['app'],
  link: Link,
  { clickId, isPersons }: { readonly clickId: string; readonly isPersons: boolean },
  visitor: Visitor,
): Promise<string | null> {
  if (!isPersons || Math.abs(Date.now() - timeOfId(clickId)) > SAME_PERSON_MS) return null;
  const click = await unlessAway(app.numbers.findClick(clickId), undefined);
  const isSame = click?.linkKey === link.key && click.os === (visitor.os?.name ?? null);
  return isSame ? writeClickReference(clickId, app.clickProofs.prove(link, clickId)) : null;
}
