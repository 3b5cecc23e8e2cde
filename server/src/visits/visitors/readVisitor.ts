import { UNKNOWN_WEBVIEW } from '@fairlead/contract/visitorWords';
import { LRUCache } from 'lru-cache';
import { copyText } from '#platform/lib/copyText.ts';
import { readUserAgent } from './readUserAgent.ts';
import type { Automation, Visitor } from './Visitor.ts';
import { WEBVIEWS } from './webviews.ts';

const USER_AGENT_LENGTH = 1000;

export interface VisitorRequest {
  readonly userAgent: string | undefined;
  /** A request header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly method?: string | undefined;
  /**
   * `navigator.maxTouchPoints` as reported by one of our pages: the only sign of an iPad that claims to be a
   * Macintosh.
   */
  readonly touchPoints?: number | undefined;
}

const DEVICE_OF_MOBILE_HINT: ReadonlyMap<string, 'mobile' | 'tablet'> = new Map([
  ['?1', 'mobile'],
  ['?0', 'tablet'],
]);

const APP_OF_PACKAGE: ReadonlyMap<string, string> = new Map(
  WEBVIEWS.flatMap((app) => (app.packages ?? []).map((name) => [name, app.name] as const)),
);

/**
 * Makes a visitor reader. Each distinct user agent, truncated to 1,000 characters, is parsed once
 * while it stays among the last `cacheSize`; client hints and purpose headers are read from each
 * request.
 */
export function createVisitorReader(options: { readonly cacheSize?: number } = {}) {
  const cache = new LRUCache<string, Visitor>({ max: options.cacheSize ?? 10_000 });

  function readCached(userAgent: string): Visitor {
    const cut =
      userAgent.length > USER_AGENT_LENGTH ? userAgent.slice(0, USER_AGENT_LENGTH) : userAgent;
    const known = cache.get(cut);
    if (known !== undefined) return known;
    // A header may be a slice of the whole request head, and what is parsed from it a slice of the header: copying
    // keeps the cache from holding the head.
    const kept = copyText(cut);
    const visitor = readUserAgent(kept);
    cache.set(kept, visitor);
    return visitor;
  }

  return function readVisitor(request: VisitorRequest): Visitor {
    const visitor = applyHints(readCached(request.userAgent ?? ''), request);
    const automation = readAutomation(visitor, request);
    return automation === visitor.automation ? visitor : Object.freeze({ ...visitor, automation });
  };
}

/** Reads the visitor from a request (`createVisitorReader`). */
export type VisitorReader = ReturnType<typeof createVisitorReader>;

function readAutomation(visitor: Visitor, request: VisitorRequest): Automation | null {
  const { header } = request;
  // A crawler keeps its own name and its preview, no matter how it fetches.
  if (visitor.crawler === null && isEmbedded(header)) return 'embedded';
  if (visitor.automation !== null) return visitor.automation;
  const purpose =
    header('sec-purpose') ?? header('purpose') ?? header('x-purpose') ?? header('x-moz');
  if (purpose !== undefined && /prefetch|prerender|preview/i.test(purpose)) return 'prefetch';
  return request.method === 'HEAD' ? 'head' : null;
}

/**
 * Whether the browser itself says that this is no navigation: an image, a script, a frame or a fetch by
 * another page (Rule: visitors). Old browsers, most HTTP clients and some webviews send neither header, and a
 * page cannot forge them.
 */
function isEmbedded(header: VisitorRequest['header']): boolean {
  const destination = header('sec-fetch-dest')?.trim() ?? '';
  if (destination !== '' && destination !== 'document') return true;
  const mode = header('sec-fetch-mode')?.trim() ?? '';
  return mode !== '' && mode !== 'navigate';
}

/** Adds what the client hints say; returns the same object if they add nothing. */
function applyHints(visitor: Visitor, request: VisitorRequest): Visitor {
  let changed: Changes | null = null;
  const { header } = request;
  if (visitor.maybeIpad && (request.touchPoints ?? 0) > 1) {
    changed = {
      platform: 'ios',
      device: 'tablet',
      os: { name: 'iOS', version: null },
      maybeIpad: false,
    };
  }
  const hinted = header('sec-ch-ua-platform');
  if (hinted !== undefined) changed = { ...changed, ...readPlatformHints(visitor, hinted, header) };
  if (visitor.platform === 'android') {
    const app = APP_OF_PACKAGE.get((header('x-requested-with') ?? '').toLowerCase());
    const named = visitor.webview !== null && visitor.webview !== UNKNOWN_WEBVIEW;
    if (app !== undefined && !named) changed = { ...changed, webview: app, browser: app };
  }
  return changed === null ? visitor : Object.freeze({ ...visitor, ...changed });
}

type Changes = { -readonly [K in keyof Visitor]?: Visitor[K] };

/**
 * Hints can only turn a visitor from desktop to mobile: an emulator that changes its user agent but
 * still sends its host's hints is read as the phone it emulates.
 */
// oxlint-disable-next-line complexity -- one short rule for each hint
function readPlatformHints(
  visitor: Visitor,
  hinted: string,
  header: VisitorRequest['header'],
): Changes | null {
  if (hinted !== '"Android"') return null;
  const changes: Changes = {};
  if (visitor.platform !== 'android') changes.platform = 'android';
  const device = DEVICE_OF_MOBILE_HINT.get(header('sec-ch-ua-mobile') ?? '');
  const handheld = ['mobile', 'tablet', 'desktop'].includes(visitor.device);
  if (device !== undefined && handheld && device !== visitor.device) changes.device = device;
  const model = unquote(header('sec-ch-ua-model'));
  if (model !== null && model !== visitor.model) changes.model = model;
  const version = /^\d{1,4}/.exec(unquote(header('sec-ch-ua-platform-version')) ?? '')?.[0] ?? null;
  if (visitor.os?.name !== 'Android' || (version !== null && version !== visitor.os.version)) {
    changes.os = { name: 'Android', version };
  }
  return Object.keys(changes).length === 0 ? null : changes;
}

/** The value of a structured-header string, at most 64 characters; null when absent or empty. */
function unquote(value: string | undefined): string | null {
  const text = value?.replaceAll('"', '').trim().slice(0, 64);
  return text === undefined || text === '' ? null : text;
}
