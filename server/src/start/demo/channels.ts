/** Where the visitors of a made-up campaign come from; shares add up to one. */
export interface Channel {
  readonly ios: number;
  readonly android: number;
  /** In-app browser of its phones, and the share of visitors in it. */
  readonly webview?: readonly [string, number];
  readonly referrers?: readonly (readonly [string | null, number])[];
  /** Social crawlers that fetch a preview, as a share of all requests. */
  readonly previews?: readonly [string, number];
  /** Other bots. */
  readonly bots?: readonly [string | null, number];
  /** Scanned from a QR image. */
  readonly qr?: true;
  /** Share of phones that have the app, which opens immediately. */
  readonly opens: number;
  /** Share of the others that install it. */
  readonly installs: number;
}

export const CHANNELS = {
  instagram: {
    ios: 0.57,
    android: 0.39,
    webview: ['Instagram', 0.92],
    referrers: [['l.instagram.com', 1]],
    previews: ['facebookexternalhit', 0.03],
    opens: 0.05,
    installs: 0.055,
  },
  tiktok: {
    ios: 0.5,
    android: 0.48,
    webview: ['TikTok', 0.95],
    referrers: [['www.tiktok.com', 1]],
    previews: ['TikTokSpider', 0.02],
    opens: 0.03,
    installs: 0.045,
  },
  newsletter: {
    ios: 0.37,
    android: 0.23,
    referrers: [
      ['mail.google.com', 0.3],
      ['outlook.live.com', 0.12],
      [null, 0.58],
    ],
    bots: [null, 0.14],
    opens: 0.22,
    installs: 0.03,
  },
  friends: {
    ios: 0.47,
    android: 0.5,
    webview: ['WhatsApp', 0.1],
    previews: ['WhatsApp', 0.11],
    opens: 0.18,
    installs: 0.13,
  },
  poster: { ios: 0.56, android: 0.43, qr: true, opens: 0.2, installs: 0.08 },
  search: {
    ios: 0.34,
    android: 0.42,
    referrers: [['www.google.com', 1]],
    bots: ['Googlebot', 0.04],
    opens: 0.06,
    installs: 0.06,
  },
  website: {
    ios: 0.33,
    android: 0.28,
    referrers: [['www.skylark.example', 1]],
    bots: ['Bingbot', 0.02],
    opens: 0.12,
    installs: 0.04,
  },
  video: {
    ios: 0.4,
    android: 0.42,
    referrers: [
      ['www.youtube.com', 0.8],
      [null, 0.2],
    ],
    previews: ['Discordbot', 0.02],
    opens: 0.08,
    installs: 0.05,
  },
  community: {
    ios: 0.28,
    android: 0.3,
    referrers: [
      ['www.reddit.com', 0.7],
      ['mastodon.social', 0.3],
    ],
    previews: ['Mastodon', 0.16],
    opens: 0.07,
    installs: 0.035,
  },
  message: { ios: 0.55, android: 0.44, opens: 0.62, installs: 0.02 },
} as const satisfies Readonly<Record<string, Channel>>;

export type ChannelName = keyof typeof CHANNELS;

interface Place {
  readonly country: string;
  readonly timeZone: string;
  readonly language: string;
}

export const PLACES: readonly (readonly [Place, number])[] = [
  [{ country: 'DE', timeZone: 'Europe/Berlin', language: 'de-de' }, 0.27],
  [{ country: 'GB', timeZone: 'Europe/London', language: 'en-gb' }, 0.19],
  [{ country: 'US', timeZone: 'America/New_York', language: 'en-us' }, 0.15],
  [{ country: 'FR', timeZone: 'Europe/Paris', language: 'fr-fr' }, 0.12],
  [{ country: 'NL', timeZone: 'Europe/Amsterdam', language: 'nl-nl' }, 0.08],
  [{ country: 'ES', timeZone: 'Europe/Madrid', language: 'es-es' }, 0.07],
  [{ country: 'AT', timeZone: 'Europe/Vienna', language: 'de-at' }, 0.05],
  [{ country: 'CH', timeZone: 'Europe/Zurich', language: 'de-ch' }, 0.04],
  [{ country: 'PT', timeZone: 'Europe/Lisbon', language: 'pt-pt' }, 0.03],
];

export interface Phone {
  readonly os: 'ios' | 'android';
  /** As its browser reports it. */
  readonly model: string;
  /** As the app reports it. */
  readonly deviceModel: string;
  readonly manufacturer: string;
  readonly osVersion: string;
  readonly screen: string;
}

const iphone = (deviceModel: string, screen: string, osVersion: string): Phone => ({
  os: 'ios',
  model: 'iPhone',
  deviceModel,
  manufacturer: 'Apple',
  osVersion,
  screen,
});

const android = (
  manufacturer: string,
  model: string,
  screen: string,
  osVersion: string,
): Phone => ({
  os: 'android',
  model,
  deviceModel: model,
  manufacturer,
  osVersion,
  screen,
});

export const PHONES: Readonly<Record<Phone['os'], readonly (readonly [Phone, number])[]>> = {
  ios: [
    [iphone('iPhone14,7', '390x844', '26.1'), 0.24],
    [iphone('iPhone15,4', '393x852', '26.1'), 0.2],
    [iphone('iPhone17,1', '402x874', '26.0'), 0.14],
    [iphone('iPhone12,1', '414x896', '18.7'), 0.14],
    [iphone('iPhone13,1', '375x812', '26.1'), 0.1],
    [iphone('iPhone16,2', '430x932', '26.0'), 0.1],
    [iphone('iPhone14,6', '375x667', '18.7'), 0.08],
  ],
  android: [
    [android('samsung', 'SM-S921B', '360x780', '15'), 0.24],
    [android('samsung', 'SM-A546B', '384x854', '15'), 0.2],
    [android('Google', 'Pixel 9', '412x915', '16'), 0.18],
    [android('Google', 'Pixel 7a', '412x892', '15'), 0.12],
    [android('Xiaomi', '2312DRA50G', '393x873', '14'), 0.14],
    [android('OnePlus', 'CPH2581', '384x854', '15'), 0.12],
  ],
};
