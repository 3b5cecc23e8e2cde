import { operations } from '@fairlead/contract';
import { findReferredClick } from '#visits/clicks/findReferredClick.ts';
import { unlessAway } from '#platform/db/connections/isUnavailable.ts';
import { findAppBuild } from '#apps/installations/findInstallation.ts';
import type { Installation } from '#apps/installations/Installation.ts';
import { claimOpen } from '#apps/attribution/matching/claimOpen.ts';
import { recordAppOpen } from '#apps/attribution/recordAppOpen.ts';
import type { Click } from '#visits/clicks/facts/Click.ts';
import { isClickOf } from '#visits/clicks/isClickOf.ts';
import { newClick, type Recognized, recognize } from '#visits/clicks/newClick.ts';
import { textOfRoute } from '#visits/decision/rules/chooseRoute.ts';
import type { Followed } from '#visits/decision/rules/followRoute.ts';
import type { Visitor } from '#visits/visitors/Visitor.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { mergePassthrough } from '#links/link/passthrough.ts';
import { type LinkUrl, parseLinkUrl, queryOf, splitWebUrl } from '#links/link/parseLinkUrl.ts';
import { findLongLink } from '../../../lookups/findLongLink.ts';
import { asksForBuild, findLinked, routeVisit } from '../../../lookups/routeVisit.ts';
import { readVisitFlags, type VisitFlags } from '#links/link/visitFlags.ts';
import { isExpired, type Link } from '#links/link/Link.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { App } from '../../../App.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { timeOfId } from '#platform/lib/uuid.ts';
import { brandedHeader } from '../../routing/client.ts';
import { readAppBuild } from '../../server/headers/readAppBuild.ts';
import {
  findResolveContext,
  type InstallationContext,
  NO_INSTALLATION,
} from '../../access/installationContext.ts';
import { route } from '../../routing/route.ts';
import { findLinkOfUrl } from './findLinkOfUrl.ts';
import { renderResolvedLink, renderRoute } from '../../views/links/linkView.ts';

export const resolveLinkRoute = route(
  operations.resolveLink,
  async ({ app, request, caller, query, isHead }) => {
    const named = parseLinkUrl(query.url);
    const keyProject = caller.holder?.project ?? null;
    const link =
      (named && (await findNamed(app, named, keyProject))) ??
      (await findLong(app, request, query.url));
    if (!link || isExpired(link, timeOfId(request.id))) {
      throw new Problem('NOT_FOUND', 'Link not found');
    }
    // While the database is down, the app still gets its link, and the click is stored; what is lost is which
    // installation opened it.
    const context = await unlessAway(
      findResolveContext(app, request, link, { keyProject, creates: !isHead }),
      NO_INSTALLATION,
    );
    const appended = queryOf(query.url);
    const opened = await readOpen(app, request, { link, query: appended, ...context });
    const clickId = isHead ? null : await record(app, request, opened);
    if (clickId !== null) await attribute(app, link, clickId, context);
    const { led } = opened;
    const parameters = link.allowQueryPassthrough
      ? mergePassthrough(led.answered.parameters, appended)
      : led.answered.parameters;
    return {
      status: 200,
      body: {
        ...renderResolvedLink({ ...led.answered, parameters }),
        ...renderRoute(led.route),
        ...(led.updateUrl !== null && { updateUrl: led.updateUrl }),
      },
      headers: context.headers,
    };
  },
);

/** Rule: resolve: a host names its project; a scheme means the key's project, else its only owner. */
async function findNamed(
  app: App,
  named: LinkUrl,
  keyProject: Project | null,
): Promise<Link | null> {
  if (named.kind === 'web') return (await findLinkOfUrl(app, named))?.link ?? null;
  const owners = keyProject ? [keyProject] : (await app.lookups.schemeOwners(named.scheme))?.owners;
  if (owners?.length !== 1) return null;
  for (const slug of named.slugs) {
    const link = await app.lookups.link(owners[0]!.id, slug);
    if (link) return link;
  }
  return null;
}

/** A link that the URL itself describes, on a domain that answers Firebase links (Rule: firebase). */
async function findLong(app: App, request: RequestFacts, url: string): Promise<Link | null> {
  const parts = splitWebUrl(url);
  const domain = parts && (await app.lookups.domain(parts.host));
  if (!parts || !domain) return null;
  const userAgent = request.header('user-agent');
  const visitor = app.readVisitor({ userAgent, header: request.header });
  return (await findLongLink(app.lookups, domain, parts, visitor))?.link ?? null;
}

interface Resolved extends Pick<InstallationContext, 'installation'> {
  readonly link: Link;
  readonly query: string;
}

/** A resolve with everything that its click has. */
interface OpenedLink extends Resolved {
  readonly flags: VisitFlags;
  /** The click that it belongs to, if it names one. */
  readonly referred: string | null;
  readonly visitor: Visitor;
  readonly known: Recognized;
  readonly led: Followed;
}

async function readOpen(app: App, request: RequestFacts, resolved: Resolved): Promise<OpenedLink> {
  const { link, query, installation } = resolved;
  const flags = readVisitFlags(query);
  const referred = flags.click === null ? null : await findReferredClick(app, link, flags.click);
  const at = timeOfId(request.id);
  const visitor = appVisitor(app, request);
  const known = recognize(app, request, at);
  const project = await app.lookups.project(link.projectId);
  const opened = { ...resolved, flags, referred, visitor, known };
  if (project === null) {
    return { ...opened, led: { link, answered: link, route: null, updateUrl: null, notes: [] } };
  }
  const kept = referred === null ? null : flags.route;
  const routed = { link, project, linked: await findLinked(app.lookups, link) };
  const appBuild = asksForBuild(routed) ? await findBuild(app, request, installation) : null;
  return { ...opened, led: routeVisit(routed, { visitor, known, query, at, kept, appBuild }) };
}

/** What the request says, else what its installation has said before (Rule: builds 1). */
async function findBuild(
  app: App,
  request: RequestFacts,
  installation: Installation | null,
): Promise<string | null> {
  const said = readAppBuild(request, app.config);
  if (said !== undefined || installation === null) return said ?? null;
  return unlessAway(findAppBuild(app.db, installation), null);
}

/**
 * Rule: resolve, Counting: the answer waits until what it counts is durable. Returns the click, if any. The
 * launch page opens the app with `ulhop=1` and `_lc`: that adds no click, and marks its own as opened.
 */
async function record(app: App, request: RequestFacts, opened: OpenedLink): Promise<string | null> {
  const { link, query, flags, installation, referred } = opened;
  const claimOf = async (opener: Installation, clickId: string) => {
    const open = { installation: opener, link, query, address: request.address, clickId };
    const claimed = await claimOpen(app, open);
    if (claimed === clickId) return clickId;
    // It repeats another open, unless there was a visit between the two that is not in the database yet.
    return app.numbers.settle(() => claimOpen(app, open));
  };
  const claim = async (clickId: string) =>
    installation ? unlessAway(claimOf(installation, clickId), clickId) : clickId;
  if (referred !== null) {
    const clickId = referred;
    await app.ledger.recordOpen({ clickId, linkKey: link.key, at: Date.now() });
    // Not for this open itself, which is counted once anyway, but because it separates two opens of another visit.
    await claim(clickId);
    return clickId;
  }
  if (flags.ulhop) return null;
  // The request's own id names its click, unless it repeats an open.
  const clickId = await claim(request.id);
  const stored = clickId !== request.id && (await isClickOf(app, link, clickId));
  // Until the first of them is stored, a repetition writes the same click, which adds nothing: so it is
  // stored before either is answered, whatever happens to the other.
  if (!stored) await recordWithinLimit(app, link, openedClick(opened, clickId));
  return clickId;
}

/** NOT_FOUND where others have just had all clicks of the link, as it is from then on. */
async function recordWithinLimit(app: App, link: Link, click: Click): Promise<void> {
  if (!(await app.clickLimits.take(link))) throw new Problem('NOT_FOUND', 'Link not found');
  try {
    await app.ledger.record(click);
  } catch (error) {
    app.clickLimits.giveBack(link);
    throw error;
  }
}

function openedClick({ link, query, flags, visitor, known, led }: OpenedLink, id: string): Click {
  return newClick(known, {
    id,
    link,
    led: led.link,
    query,
    placement: flags.placement,
    visitor,
    kind: 'click',
    source: 'app',
    opened: true,
    route: led.route && textOfRoute(led.route),
  });
}

/** Rule: attribution: a click that opened the app is joined to the installation that reports the open. */
async function attribute(
  app: App,
  link: Link,
  clickId: string,
  { installation }: InstallationContext,
): Promise<void> {
  // An app may resolve another project's link; its installations do not concern that project.
  if (installation?.projectId !== link.projectId) return;
  const project = await app.lookups.project(link.projectId);
  if (!project) return;
  const open = { link, clickId, opener: installation, at: new Date() };
  await unlessAway(recordAppOpen(app, project, open), undefined);
}

const SYSTEMS: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android' };

/** An app's HTTP client does not name its operating system in the user agent; the SDK's header does. */
function appVisitor(app: App, request: RequestFacts): Visitor {
  const userAgent = request.header('user-agent');
  const visitor = app.readVisitor({ userAgent, header: request.header });
  const platform = brandedHeader(request, app.config, 'client-platform')?.toLowerCase();
  if (platform !== 'ios' && platform !== 'android') return visitor;
  const device = visitor.device === 'other' ? 'mobile' : visitor.device;
  const isNamed = visitor.os?.name === SYSTEMS[platform];
  const os = isNamed ? visitor.os : { name: SYSTEMS[platform]!, version: null };
  return { ...visitor, platform, device, os };
}
