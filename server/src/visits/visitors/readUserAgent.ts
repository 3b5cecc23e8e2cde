import { isbot } from 'isbot';
import UAParser from 'ua-parser-js';
import { BROWSERS, PARSED_BROWSERS, PARSED_SYSTEMS } from './browsers.ts';
import { CRAWLERS } from './crawlers.ts';
import type { DeviceKind, Platform, Visitor } from './Visitor.ts';
import { UNKNOWN_WEBVIEW, WEBVIEWS } from './webviews.ts';

const VERSION = /^\d{1,4}(?:\.\d{1,4}){0,2}/;
/** Chrome's reduced user agent: every Android says 10 and every model K. */
const REDUCED_ANDROID = /Android 10; K\)/;
/** iOS 26 and later freeze WebKit's system token here; the real version is elsewhere. */
const FROZEN_IOS = /\bOS 18_[67] like Mac OS X/;
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
const IPAD_OR_MAC = /Macintosh.*Version\/\S+ Safari\//;

/**
 * Reads a single user agent, without any other information. Takes tens of microseconds: callers
 * cache the result (`createVisitorReader`).
 */
export function readUserAgent(userAgent: string): Visitor {
  const parser = new UAParser(userAgent);
  const platform = readPlatform(userAgent);
  const known = nameIn(BROWSERS, userAgent);
  const crawler = nameIn(CRAWLERS, userAgent);
  const webview = crawler === null ? readWebview(userAgent, platform, known) : null;
  const device = parser.getDevice();
  const isBot = crawler !== null || isAutomated(userAgent, webview);
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
  const app = nameIn(WEBVIEWS, userAgent);
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
  const told = /\bFBSV\/([\d.]+)|; iOS ([\d_]+)[;)]/.exec(userAgent);
  if (told !== null) return cutVersion((told[1] ?? told[2])?.replaceAll('_', '.'));
  const frozen = FROZEN_IOS.test(userAgent) && !UNFROZEN_IOS.test(userAgent);
  if (!frozen && !/Macintosh/.test(userAgent)) return cutVersion(parsed);
  const safari = /\bVersion\/((\d+)[\d.]*) Mobile\//.exec(userAgent);
  return safari?.[1] === undefined ? null : cutVersion(safari[1]);
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

function isAutomated(userAgent: string, webview: string | null): boolean {
  // Every browser sends a user agent; CFNetwork is an app making its own request.
  if (userAgent === '' || /\bCFNetwork\//.test(userAgent)) return true;
  // The tokens that some apps and televisions add look like a bot's.
  const inApp = webview !== null && webview !== UNKNOWN_WEBVIEW && userAgent.startsWith('Mozilla/');
  return !inApp && isbot(userAgent.replace('Google TV', ''));
}

function nameIn(
  table: readonly { readonly name: string; readonly pattern: RegExp }[],
  userAgent: string,
): string | null {
  for (const row of table) if (row.pattern.test(userAgent)) return row.name;
  return null;
}
