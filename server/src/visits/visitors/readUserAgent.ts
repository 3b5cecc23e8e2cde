import { UNKNOWN_WEBVIEW } from '@fairlead/contract/visitorWords';
import { isbot } from 'isbot';
import UAParser from 'ua-parser-js';
import { BROWSERS, PARSED_BROWSERS, PARSED_SYSTEMS } from './browsers.ts';
import { CRAWLERS } from './crawlers.ts';
import { iosMajor } from './iosMajor.ts';
import { looksLikeTool } from './looksLikeTool.ts';
import type { DeviceKind, Platform, Visitor } from './Visitor.ts';
import { WEBVIEWS } from './webviews.ts';

const VERSION = /^\d{1,4}(?:\.\d{1,4}){0,2}/;
/** Chrome's reduced user agent: every Android says 10 and every model K. */
const REDUCED_ANDROID = /Android 10; K\)/;
/** iOS 26 and later freeze WebKit's system token here; the real version is elsewhere. */
const FROZEN_IOS = /\bOS 18_[67] like Mac OS X/;
/** For some days WebKit froze it elsewhere (18_6_2): a later `Version/` tells such a token from a true one. */
const PERHAPS_FROZEN_IOS = /\bOS 18_/;
const FIRST_FROZEN_VERSION = 26;
/** Google's and Microsoft's browsers state the real system version themselves. */
const UNFROZEN_IOS = /\b(?:CriOS|GSA|EdgiOS)\//;
/** iOS browsers that request desktop sites claim to be a Macintosh but keep their own token. */
const IPAD_AS_MAC = /\b(?:CriOS|FxiOS|EdgiOS|OPiOS|OPT|GSA)\/| Mobile\//;
const DEVICE_KINDS: ReadonlyMap<string, DeviceKind> = new Map([
  ['mobile', 'mobile'],
  ['tablet', 'tablet'],
  ['wearable', 'wearable'],
  ['console', 'console'],
  ['smarttv', 'tv'],
]);
/** The name that a maker gave an Android phone or tablet, and its build: `Discovery`, `XBot`, `CG|EON`. */
const ANDROID_NAME =
  /(\bAndroid [\d.]+; (?:[a-z]{2}[-_][a-zA-Z]{2}; )?)[^();/]*(?:Build\/[^();]*)?(?=[;)])/;
const IPAD_OR_MAC = /Macintosh.*Version\/\S+ Safari\//;

/**
 * Reads a single user agent, without any other information. Takes tens of microseconds: callers
 * cache the result (`createVisitorReader`).
 */
export function readUserAgent(userAgent: string): Visitor {
  const parser = new UAParser(userAgent);
  const platform = readPlatform(userAgent);
  const browser = findIn(BROWSERS, userAgent);
  const known = browser?.name ?? null;
  const crawler = findIn(CRAWLERS, userAgent)?.name ?? null;
  const webview = crawler === null ? readWebview(userAgent, platform, known) : null;
  const device = parser.getDevice();
  const isBot = crawler !== null || isAutomated({ userAgent, platform, webview, browser });
  return Object.freeze({
    platform,
    device: readDevice(userAgent, platform, device.type),
    os: readSystem(userAgent, platform, parser.getOS()),
    browser: known ?? parsedBrowser(parser.getBrowser().name, webview),
    model: readModel(device.model, userAgent, platform),
    webview,
    crawler,
    automation: isBot ? 'bot' : null,
    maybeIpad: !isBot && platform === 'desktop' && IPAD_OR_MAC.test(userAgent),
  });
}

function readPlatform(userAgent: string): Platform {
  // Windows Phone mentions Android and iPhone in order to be served like them.
  if (/Windows Phone|IEMobile/.test(userAgent)) return 'other';
  if (/\b(?:iPhone|iPad|iPod)/.test(userAgent)) return 'ios';
  if (/\bAndroid\b/.test(userAgent)) return 'android';
  if (/Macintosh/.test(userAgent)) return IPAD_AS_MAC.test(userAgent) ? 'ios' : 'desktop';
  if (/Tizen|Web0S|webOS|PlayStation|Nintendo|Xbox|KAIOS|OpenHarmony|\bTV\b/.test(userAgent)) {
    return 'other';
  }
  return /Windows NT|X11|CrOS|Linux/.test(userAgent) ? 'desktop' : 'other';
}

function readWebview(userAgent: string, platform: Platform, browser: string | null): string | null {
  const app = findIn(WEBVIEWS, userAgent)?.name ?? null;
  if (app !== null || browser !== null) return app;
  if (platform === 'android') {
    return /; wv\)|Version\/4\.0 Chrome\//.test(userAgent) ? UNKNOWN_WEBVIEW : null;
  }
  // WKWebView omits the tokens that Safari adds; so does a site on the home screen.
  const plainWebKit = /AppleWebKit\//i.test(userAgent) && !/Safari\//.test(userAgent);
  return platform === 'ios' && plainWebKit ? UNKNOWN_WEBVIEW : null;
}

function readDevice(userAgent: string, platform: Platform, parsed: string | undefined): DeviceKind {
  if (/\b(?:Google|Android) ?TV\b|\bAFT[A-Z]/.test(userAgent)) return 'tv';
  const kind = DEVICE_KINDS.get(parsed ?? '');
  if (kind !== undefined) return kind;
  if (platform === 'ios') return /Macintosh|iPad/.test(userAgent) ? 'tablet' : 'mobile';
  if (platform === 'android') return /Mobile/.test(userAgent) ? 'mobile' : 'tablet';
  return platform;
}

function readSystem(
  userAgent: string,
  platform: Platform,
  parsed: { name: string | undefined; version: string | undefined },
): Visitor['os'] {
  if (platform === 'ios') return { name: 'iOS', version: iosVersion(userAgent, parsed.version) };
  if (platform === 'android') {
    const version = REDUCED_ANDROID.test(userAgent) ? null : cutVersion(parsed.version);
    return { name: 'Android', version };
  }
  if (parsed.name === undefined) return null;
  const name = PARSED_SYSTEMS.get(parsed.name.toLowerCase()) ?? 'Other';
  // Every Mac has reported 10.15.7 since 2020.
  return { name, version: name === 'macOS' ? null : cutVersion(parsed.version) };
}

/** The system's version; null if only a frozen one is sent, so that matching stays neutral. */
function iosVersion(userAgent: string, parsed: string | undefined): string | null {
  const version = saidIosVersion(userAgent, parsed);
  if (version === null) return null;
  const said = Number.parseInt(version, 10);
  const major = iosMajor(said);
  return major === said ? version : String(major);
}

function saidIosVersion(userAgent: string, parsed: string | undefined): string | null {
  const told = /\bFBSV\/([\d.]+)|; iOS ([\d_]+)[;)]/.exec(userAgent);
  if (told !== null) return cutVersion((told[1] ?? told[2])?.replaceAll('_', '.'));
  const safari = /\bVersion\/((\d{1,4})[\d.]*)(?: Mobile\/)?/.exec(userAgent);
  const isLater = safari !== null && Number(safari[2]) >= FIRST_FROZEN_VERSION;
  if (isLater && PERHAPS_FROZEN_IOS.test(userAgent)) return cutVersion(safari[1]);
  const frozen = FROZEN_IOS.test(userAgent) && !UNFROZEN_IOS.test(userAgent);
  if (!frozen && !/Macintosh/.test(userAgent)) return cutVersion(parsed);
  return safari?.[0].endsWith(' Mobile/') ? cutVersion(safari[1]) : null;
}

function cutVersion(version: string | undefined): string | null {
  return version === undefined ? null : (VERSION.exec(version)?.[0] ?? null);
}

function parsedBrowser(name: string | undefined, webview: string | null): string | null {
  if (webview !== null) return webview === UNKNOWN_WEBVIEW ? 'WebView' : webview;
  if (name === undefined) return null;
  return PARSED_BROWSERS.get(name.toLowerCase()) ?? 'Other';
}

function readModel(
  parsed: string | undefined,
  userAgent: string,
  platform: Platform,
): string | null {
  // Some apps state the exact model where the system's own token says only "iPhone".
  const told = /\b(i(?:Phone|Pad|Pod)\d+,\d+)\b|\bFBDV\/([\w,-]+)/.exec(userAgent);
  const model = told?.[1] ?? told?.[2] ?? parsed;
  if (model === undefined || platform === 'desktop' || REDUCED_ANDROID.test(userAgent)) return null;
  return model === 'Macintosh' ? 'iPad' : model.slice(0, 64);
}

function isAutomated(seen: {
  readonly userAgent: string;
  readonly platform: Platform;
  readonly webview: string | null;
  readonly browser: Named | null;
}): boolean {
  const { userAgent, platform, webview, browser } = seen;
  // Every browser sends a user agent; CFNetwork is an app making its own request.
  if (userAgent === '' || /\bCFNetwork\//.test(userAgent)) return true;
  const inApp = webview !== null && webview !== UNKNOWN_WEBVIEW && userAgent.startsWith('Mozilla/');
  // The tokens that some apps add look like a bot's, but only a bot names the page that explains it.
  if (inApp) return /https?:\/\//i.test(userAgent);
  if (platform === 'desktop' && browser === null && looksLikeTool(userAgent)) return true;
  return isbot(withoutNames(userAgent, platform, browser));
}

/** Without the names of browsers, televisions and phones, which may look like a bot's. */
function withoutNames(userAgent: string, platform: Platform, browser: Named | null): string {
  const unnamed = userAgent.replace('Google TV', '').replace(browser?.pattern ?? '', '');
  return platform === 'android' ? unnamed.replace(ANDROID_NAME, '$1K') : unnamed;
}

interface Named {
  readonly name: string;
  readonly pattern: RegExp;
}

function findIn(table: readonly Named[], userAgent: string): Named | null {
  for (const row of table) if (row.pattern.test(userAgent)) return row;
  return null;
}
