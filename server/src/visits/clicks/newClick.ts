import type { Link } from '#links/link/Link.ts';
import type { Click, ClickKind, ClickSignals, ClickSource } from './facts/Click.ts';
import { placementOf } from '#links/link/placements.ts';
import { languageOf, readLanguage } from './readClickSignals.ts';
import { readCampaign } from './readCampaign.ts';
import type { Visitor } from '../visitors/Visitor.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { timeOfId } from '#platform/lib/uuid.ts';
import type { VisitorHash } from '../visitors/visitorHash.ts';

/** What is known about a client from its IP address and headers. */
interface Recognition {
  readonly geo: { countryOf: (header: RequestFacts['header'], address: string) => string | null };
  readonly hashVisitor: VisitorHash;
}

/** What rules and clicks have of a client. */
export interface Recognized {
  readonly country: string | null;
  /** Keyed daily hash of the visitor (`createVisitorHash`). */
  readonly hash: string | null;
  /** Host of the page before. */
  readonly referrer: string | null;
  /** Preferred language, BCP 47. */
  readonly language: string | null;
}

/** Reads it from a request; `at`: milliseconds since the epoch. */
export function recognize(
  { geo, hashVisitor }: Recognition,
  request: RequestFacts,
  at: number,
): Recognized {
  return {
    country: geo.countryOf(request.proxyHeader, request.address),
    hash: hashVisitor(request.address, request.header('user-agent') ?? '', at),
    referrer: hostOfReferrer(request.headers.referer),
    language: readLanguage(request.headers['accept-language']),
  };
}

interface Visit {
  /** The click's id, generated at the time of the visit. */
  readonly id: string;
  readonly link: Pick<Link, 'key' | 'projectId' | 'placements'>;
  /** What it led to, and with which query. */
  readonly led: Parameters<typeof readCampaign>[0];
  readonly query: string;
  /** Of the QR code that was scanned. */
  readonly placement: string | null;
  readonly visitor: Visitor;
  readonly kind: ClickKind;
  readonly source: ClickSource;
  /** Whether the app itself made the request: then it counts as opened immediately, and no page sent it. */
  readonly opened: boolean;
  readonly signals?: ClickSignals | null;
  readonly forwarded?: string | null;
  /** See `textOfRoute`. */
  readonly route: string | null;
}

/** The click of a request; pages and stores refer to its id before it is written. */
export function newClick({ country, hash, referrer, language }: Recognized, visit: Visit): Click {
  const { id, visitor } = visit;
  return {
    id,
    at: timeOfId(id),
    linkKey: visit.link.key,
    projectId: visit.link.projectId,
    kind: visit.kind,
    source: visit.source,
    device: visitor.device,
    os: visitor.os?.name ?? null,
    browser: visitor.browser,
    country,
    app: appOf(visit),
    referrer: visit.opened ? null : referrer,
    visitor: hash,
    opened: visit.opened,
    signals: visit.signals ?? null,
    forwarded: visit.forwarded ?? null,
    route: visit.route,
    language: languageOf(language),
    placement: placementOf(visit.link, visit.placement),
    ...readCampaign(visit.led, visit.query),
  };
}

/** The app that a visit is listed under. A web app that resolves a link with `fetch` does not embed it. */
function appOf({ visitor: { crawler, webview, automation }, kind }: Visit): string | null {
  return crawler ?? (kind === 'bot' && automation === 'embedded' ? 'embedded' : webview);
}

/** Only the host is stored: a full URL can identify a person. */
function hostOfReferrer(referrer: string | undefined): string | null {
  const match = /^(?:https?|android-app):\/\/([^/?#@:]{1,253})/i.exec(referrer ?? '');
  return match ? match[1]!.toLowerCase() : null;
}
