import { scannedUrl } from '@fairlead/contract/qrLook';
import { newNonce } from '#platform/lib/web/newNonce.ts';
import { NO_BRAND } from '#teams/projects/brand/Brand.ts';
import { networkOf } from '#platform/lib/addresses/networkOf.ts';
import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';
import { explainLink } from '#visits/decision/explainLink.ts';
import { writeClickReference } from '#visits/clicks/clickReference.ts';
import type { LinkedLinks } from '#visits/decision/rules/followRoute.ts';
import type { Decision } from '#visits/decision/Visit.ts';
import { answerNothing, answerPage, answerRedirect, answerUsedUp } from './answer.ts';
import { launchUrlOf, linkUrlOf } from './launchUrl.ts';
import { fitPage, MAX_PAGE_BYTES } from '../pages/fitPage.ts';
import { chooseOwnTexts, chooseTexts } from '../pages/chooseTexts.ts';
import { readDescription, readImage, readPreview, readTitle } from '../pages/readPreview.ts';
import { renderDesktop } from '../pages/renderDesktop.ts';
import { renderFlow } from '../pages/renderFlow.ts';
import { renderUnavailable } from '../pages/renderNotice.ts';
import { type OpeningPage, renderOpening } from '../pages/renderOpening.ts';
import { renderPreview } from '../pages/renderPreview.ts';
import type { Page } from '../pages/renderPage.ts';
import { signalsPathOf } from './serveSignals.ts';
import type { Exchange, Visiting } from './LinkHostContext.ts';

/** Length of a text that every social network shows in full; used if a page would be too large. */
const SHORT_TEXT = 60;
/** Length of a URL that a preview page links to; a longer one is reached through the link itself. */
const MAX_NEXT_LENGTH = 1024;

/** Answers a visit as decided. `clickId` names its click, counted now or before; `linked`: what the link's rules lead to. */
export function answerVisit(
  visiting: Visiting,
  decision: Decision,
  clickId: string,
  linked: LinkedLinks,
): void {
  switch (decision.page) {
    case 'redirect':
      return answerRedirect(visiting, decision.to);
    case 'launch':
      return answerLaunch(visiting, decision, clickId);
    case 'autoOpen':
    case 'androidOpen':
      return answerPage(
        visiting,
        200,
        fitOpening(openingPageOf(visiting, decision, clicksOf(decision, clickId)), renderOpening),
      );
    case 'preview':
      return answerPreview(visiting, decision.fallback);
    case 'desktop':
      return answerDesktop(visiting, decision, clicksOf(decision, clickId));
    case 'flow':
      return answerFlow(visiting, linked);
    case 'nothing':
      return answerNothing(visiting, { project: visiting.project });
    default:
      return decision satisfies never;
  }
}

/** A page's click, as far as the page may do something with it. */
export interface PageClicks {
  /** Of a person, counted with this visit: signals are reported for no other. */
  readonly reported: string | null;
  /** Of a person, counted now or before: it may be copied. */
  readonly copied: string | null;
}

function clicksOf({ count }: Decision, clickId: string): PageClicks {
  return {
    reported: count === 'click' ? clickId : null,
    copied: count === 'bot' ? null : clickId,
  };
}

/** The page shown while a visit cannot be answered. */
export function answerFault(exchange: Exchange): void {
  const texts = chooseTexts(exchange.facts.headers['accept-language']);
  answerPage(exchange, 503, renderUnavailable(texts, newNonce()), { 'retry-after': '5' });
}

/** What the launch page and the pages that open an app have in common. */
export function openingPageOf(
  visiting: Omit<Visiting, 'method'>,
  decision: Extract<Decision, { page: 'launch' | 'autoOpen' | 'androidOpen' }>,
  clicks: PageClicks,
): OpeningPage {
  const { context, link, project, domain, facts } = visiting;
  const brand = project.brand ?? NO_BRAND;
  return {
    texts: chooseOwnTexts(facts.headers['accept-language'], brand),
    nonce: newNonce(),
    brand,
    image: brand.showLinkImage ? readImage(link) : null,
    owner: project.name,
    title: readTitle(link),
    description: readDescription(link),
    host: domain.host,
    open: decision.open,
    storeUrl: decision.storeUrl,
    fallback: decision.fallback,
    copyUrl: copyUrlOf(visiting, decision, clicks.copied),
    signals: signalsPathFor(context, project, clicks.reported),
  };
}

export function fitOpening(page: OpeningPage, render: (page: OpeningPage) => Page): Page {
  return fitPage(page.brand, (brand) => render({ ...page, brand }));
}

/** Where a page reports the phone's signals; null if they are not used for matching (Rule: attribution). */
function signalsPathFor(
  context: Visiting['context'],
  project: Visiting['project'],
  clickId: string | null,
): string | null {
  return clickId !== null && project.probabilisticMatching === true
    ? signalsPathOf(context, clickId)
    : null;
}

/** The link with its click, if the project offers to copy it: the app that is given it names the click (Rule: attribution). */
function copyUrlOf(
  visiting: Omit<Visiting, 'method'>,
  { route }: Decision,
  clickId: string | null,
): string | null {
  const { context, project, link } = visiting;
  if (clickId === null || !project.copyButton) return null;
  const reference = writeClickReference(clickId, context.app.clickProofs.prove(link, clickId));
  // What the visit forwards is kept with its click.
  return linkUrlOf(shortUrlOf(visiting), { allowQueryPassthrough: false, route }, '', reference);
}

function answerLaunch(visiting: Visiting, { count, route }: Decision, clickId: string): void {
  const { context, domain, link, query } = visiting;
  const { slug, allowQueryPassthrough } = link;
  const target = { host: domain.host, slug, allowQueryPassthrough, route };
  const click = { clickId, isPersons: count !== 'bot' };
  answerRedirect(visiting, launchUrlOf(context, target, click, query));
}

function answerPreview(visiting: Visiting, fallback: string | null): void {
  const brand = visiting.project.brand ?? NO_BRAND;
  const texts = chooseOwnTexts(visiting.facts.headers['accept-language'], brand);
  const shortUrl = shortUrlOf(visiting);
  const next = fallback === null || fallback.length <= MAX_NEXT_LENGTH ? fallback : shortUrl;
  const nonce = newNonce();
  const render = (textLength?: number) => {
    const preview = readPreview(visiting.link, shortUrl, texts, textLength);
    return fitPage(brand, (fitting) =>
      renderPreview({ texts, nonce, brand: fitting, preview, shortUrl, next }),
    );
  };
  const page = render();
  const fits = Buffer.byteLength(page.html) <= MAX_PAGE_BYTES;
  answerPage(visiting, 200, fits ? page : render(SHORT_TEXT));
}

function answerDesktop(visiting: Visiting, decision: Decision, clicks: PageClicks): void {
  const dynamic = visiting.link.type === 'dynamic';
  const shortUrl = shortUrlOf(visiting);
  const brand = visiting.project.brand ?? NO_BRAND;
  const page = {
    texts: chooseOwnTexts(visiting.facts.headers['accept-language'], brand),
    nonce: newNonce(),
    owner: visiting.project.name,
    title: readTitle(visiting.link),
    shortUrl,
    host: visiting.domain.host,
    copyUrl: dynamic ? copyUrlOf(visiting, decision, clicks.copied) : null,
    signals: dynamic ? signalsPathFor(visiting.context, visiting.project, clicks.reported) : null,
    code: visiting.context.qrImages.dataUrl(scannedUrl(shortUrl)),
  };
  answerPage(
    visiting,
    200,
    fitPage(brand, (fitting) => renderDesktop({ ...page, brand: fitting })),
  );
}

/** It takes as much of the process as dozens of redirects. */
function answerFlow(visiting: Visiting, linked: LinkedLinks): void {
  const { context, link, project, domain, query, facts } = visiting;
  const page = context.flowBudget.run(networkOf(facts.address), () => {
    const shortUrl = shortUrlOf(visiting);
    const explanation = explainLink({
      link,
      project,
      shortUrl,
      query,
      linked,
      launchHost: context.app.config.launchHost,
      readVisitor: context.app.readVisitor,
    });
    return renderFlow({ nonce: newNonce(), shortUrl, host: domain.host, explanation });
  });
  if ('usedUp' in page) return answerUsedUp(visiting, page.usedUp, 'flow pages');
  answerPage(visiting, 200, page);
}

function shortUrlOf({ context, domain, link }: Omit<Visiting, 'method'>): string {
  return fillLinkTemplate(context.app.config.linkUrlTemplate, domain.host, link.slug);
}
