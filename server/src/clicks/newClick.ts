import type { Link } from '../links/Link.ts';
import type { Click, ClickKind, ClickSource } from './Click.ts';
import type { ClickSignals } from './ClickSignals.ts';
import type { Visitor } from './Visitor.ts';

interface Visit {
  readonly id: string;
  /** Milliseconds since the epoch; the time in `id`. */
  readonly at: number;
  readonly link: Pick<Link, 'key' | 'projectId'>;
  readonly visitor: Visitor;
  readonly kind: ClickKind;
  readonly source: ClickSource;
  readonly country: string | null;
  /** The Referer header as it came. */
  readonly referrer: string | null;
  readonly visitorHash: string | null;
  readonly opened: boolean;
  readonly signals?: ClickSignals | null;
  readonly forwarded?: string | null;
}

/** The click of a visit; pages and stores refer to its id before it is written. */
export function newClick(visit: Visit): Click {
  const { visitor } = visit;
  return {
    id: visit.id,
    at: visit.at,
    linkKey: visit.link.key,
    projectId: visit.link.projectId,
    kind: visit.kind,
    source: visit.source,
    device: visitor.device,
    os: visitor.os?.name ?? null,
    browser: visitor.browser,
    country: visit.country,
    app: appOf(visit),
    referrer: hostOfReferrer(visit.referrer),
    visitor: visit.visitorHash,
    opened: visit.opened,
    signals: visit.signals ?? null,
    forwarded: visit.forwarded ?? null,
  };
}

/** The app that a visit is listed under. A web app that resolves a link by `fetch` embeds nothing. */
function appOf({ visitor: { crawler, webview, automation }, kind }: Visit): string | null {
  return crawler ?? (kind === 'bot' && automation === 'embedded' ? 'embedded' : webview);
}

/** Only the host is kept: a full address can name a person. */
function hostOfReferrer(referrer: string | null): string | null {
  const match = /^(?:https?|android-app):\/\/([^/?#@:]{1,253})/i.exec(referrer ?? '');
  return match ? match[1]!.toLowerCase() : null;
}
