/** Common names of the crawlers that the service knows by their user agents. */
const NAMES: Readonly<Record<string, string>> = {
  facebookexternalhit: 'Facebook and Instagram',
  'meta-externalfetcher': 'Meta, on behalf of a person',
  Twitterbot: 'X (Twitter)',
  Slackbot: 'Slack',
  TelegramBot: 'Telegram',
  LinkedInBot: 'LinkedIn',
  Discordbot: 'Discord',
  Applebot: 'Apple',
  Googlebot: 'Google',
  Bingbot: 'Bing and Microsoft Teams',
  Pinterestbot: 'Pinterest',
  redditbot: 'Reddit',
  TikTokSpider: 'TikTok',
  DuckDuckBot: 'DuckDuckGo',
  YandexBot: 'Yandex',
  Baiduspider: 'Baidu',
  PetalBot: 'Huawei (PetalBot)',
  SeznamBot: 'Seznam',
};

export const crawlerName = (name: string): string => NAMES[name] ?? name;

const SOURCES: Readonly<Record<string, string>> = {
  link: 'Link clicked',
  qr: 'QR code scanned',
  app: 'Opened in the app',
};

export const sourceName = (name: string): string => SOURCES[name] ?? name;

/** `rule Germany` → `Germany`; `variant B` stays. */
export const routeName = (route: string): string => route.replace(/^rule /, '');

const DEVICES: Readonly<Record<string, string>> = {
  mobile: 'Mobile',
  tablet: 'Tablet',
  desktop: 'Desktop',
  other: 'Other',
};

/** `mobile` → `Mobile`: an export value, as shown in a list of names. */
export const deviceName = (name: string): string => DEVICES[name] ?? name;

interface Visit {
  readonly kind: 'click' | 'preview' | 'bot';
  readonly source: 'link' | 'qr' | 'app';
  readonly device: string | null;
  readonly os: string | null;
  readonly browser: string | null;
  /** For a bot its crawler, for a person the app whose browser it is. */
  readonly app: string | null;
}

/** The visitor: the crawler of a preview, else what is known about the device. */
export function visitorName({ kind, source, device, os, browser, app }: Visit): string {
  if (kind !== 'click' && app !== null) return BOTS[app] ?? crawlerName(app);
  const known = [device === 'other' || device === null ? null : deviceName(device), os, browser];
  const summary = known.filter((part) => part !== null).join(' · ');
  if (summary !== '') return summary;
  if (source === 'app') return 'Your app';
  return kind === 'click' ? 'Unknown device' : 'Unknown bot';
}

const BOTS: Readonly<Record<string, string>> = {
  embedded: 'Image, frame or script of another page',
};
