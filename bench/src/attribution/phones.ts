export type Random = () => number;

/** A synthetic phone: what it is, what its browsers show of it and what its apps say. */
export interface Phone {
  readonly os: 'ios' | 'android';
  readonly osMajor: number;
  /** `iPhone16,2`, `SM-S928B`. */
  readonly model: string;
  /** CSS pixels. */
  readonly screen: string;
  readonly timeZone: string;
  /** Of the browser. */
  readonly language: string;
  /** Of the app: not the same for everyone. */
  readonly appLanguage: string;
}

/** Draws an index by shares that need not sum to 1. */
export function draw(random: Random, shares: readonly number[]): number {
  let left = random() * shares.reduce((sum, share) => sum + share, 0);
  for (const [index, share] of shares.entries()) {
    left -= share;
    if (left < 0) return index;
  }
  return shares.length - 1;
}

/** The shares of a law of Zipf: the first is the commonest. */
export function zipf(count: number, exponent: number): number[] {
  return Array.from({ length: count }, (_, rank) => (rank + 1) ** -exponent);
}

const IPHONES = [
  { model: 'iPhone17,3', screen: '393x852', share: 14 },
  { model: 'iPhone16,2', screen: '430x932', share: 9 },
  { model: 'iPhone17,1', screen: '402x874', share: 11 },
  { model: 'iPhone17,2', screen: '440x956', share: 9 },
  { model: 'iPhone15,4', screen: '393x852', share: 12 },
  { model: 'iPhone14,7', screen: '390x844', share: 11 },
  { model: 'iPhone14,5', screen: '390x844', share: 12 },
  { model: 'iPhone13,2', screen: '390x844', share: 7 },
  { model: 'iPhone12,1', screen: '414x896', share: 9 },
  { model: 'iPhone14,6', screen: '375x667', share: 4 },
  { model: 'iPhone14,4', screen: '375x812', share: 2 },
] as const;
const IOS_MAJORS = [26, 18, 17, 16] as const;
const IOS_SHARES = [45, 40, 10, 5];
const ANDROID_MODELS = 150;
const ANDROID_SCREENS = [
  '360x800',
  '412x915',
  '393x873',
  '384x854',
  '360x780',
  '412x892',
  '412x923',
  '393x851',
  '385x854',
  '411x914',
  '360x640',
  '320x712',
];
const ANDROID_MAJORS = [16, 15, 14, 13, 12, 11];
const ANDROID_SHARES = [12, 30, 24, 16, 10, 8];
/** Where the people of an address live, and what else they speak there. */
const HOMES = [
  { timeZone: 'Europe/Berlin', languages: ['de-DE', 'en-US', 'tr-TR', 'en-GB'] },
  { timeZone: 'America/New_York', languages: ['en-US', 'es-US', 'es-419', 'zh-CN'] },
  { timeZone: 'America/Sao_Paulo', languages: ['pt-BR', 'en-US', 'es-419'] },
  { timeZone: 'Asia/Kolkata', languages: ['en-IN', 'hi-IN', 'en-US'] },
] as const;
const LANGUAGE_SHARES = [85, 9, 4, 2];

/** What the phones of one address have in common. */
export interface Household {
  readonly home: (typeof HOMES)[number];
  /** A company's phones are all of one kind. */
  readonly fleet: Phone | null;
}

/** Of the addresses with several phones; in a company's, nine phones of ten are of one kind. */
export const FLEETS = 0.05;

export function drawHousehold(random: Random, phones: number): Household {
  const home = HOMES[Math.floor(random() * HOMES.length)] ?? HOMES[0];
  const isFleet = phones > 1 && random() < FLEETS;
  return { home, fleet: isFleet ? drawPhone(random, { home, fleet: null }) : null };
}

export function drawPhone(random: Random, { home, fleet }: Household): Phone {
  if (fleet !== null && random() < 0.9) return { ...fleet };
  const language = home.languages[draw(random, LANGUAGE_SHARES.slice(0, home.languages.length))];
  const said = {
    timeZone: random() < 0.98 ? home.timeZone : 'Europe/London',
    language: language ?? home.languages[0],
    appLanguage: (random() < 0.96 ? language : undefined) ?? 'en-US',
  };
  if (random() < 0.55) {
    const phone =
      IPHONES[
        draw(
          random,
          IPHONES.map((model) => model.share),
        )
      ] ?? IPHONES[0];
    const osMajor = IOS_MAJORS[draw(random, IOS_SHARES)] ?? 18;
    return { os: 'ios', osMajor, model: phone.model, screen: phone.screen, ...said };
  }
  const rank = draw(random, zipf(ANDROID_MODELS, 0.7));
  const screen = ANDROID_SCREENS[(rank * 7) % ANDROID_SCREENS.length] ?? '360x800';
  const osMajor = ANDROID_MAJORS[draw(random, ANDROID_SHARES)] ?? 14;
  return { os: 'android', osMajor, model: `SM-A${100 + rank}B`, screen, ...said };
}

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko)';

/** What a visit tells of a phone without a report; null where the browser hides it. */
export interface ShownByVisit {
  readonly osMajor: number | null;
  readonly model: string | null;
}

interface Browser {
  readonly userAgent: string;
  readonly shown: ShownByVisit;
}

/** One of the phone's browsers: they differ in how much they tell. */
export function drawUserAgent(random: Random, { os, osMajor, model }: Phone): Browser {
  const inApp = random() < 0.4;
  if (os === 'ios') {
    // From 26 on the system's version is frozen; only Safari tells the true one as its own.
    const frozen = osMajor >= 26;
    const system = `(iPhone; CPU iPhone OS ${frozen ? '18_6' : `${osMajor}_5`} like Mac OS X)`;
    return inApp
      ? {
          userAgent: `Mozilla/5.0 ${system} ${WEBKIT} Mobile/15E148 Instagram 390.0.0.28.85`,
          shown: { osMajor: frozen ? null : osMajor, model: null },
        }
      : {
          userAgent: `Mozilla/5.0 ${system} ${WEBKIT} Version/${osMajor}.${frozen ? 1 : 5} Mobile/15E148 Safari/604.1`,
          shown: { osMajor, model: null },
        };
  }
  if (inApp) {
    return {
      userAgent: `Mozilla/5.0 (Linux; Android ${osMajor}; ${model} Build/AP3A.240905.015; wv) ${CHROMIUM} Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36 Instagram 390.0.0.28.85 Android`,
      shown: { osMajor, model },
    };
  }
  return random() < 0.85
    ? {
        userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${CHROMIUM} Chrome/137.0.0.0 Mobile Safari/537.36`,
        shown: { osMajor: null, model: null },
      }
    : {
        userAgent: `Mozilla/5.0 (Linux; Android ${osMajor}; ${model}) ${CHROMIUM} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
        shown: { osMajor, model },
      };
}

/** The fingerprint that an SDK sends on a first open (Android SDKs do not say the version there). */
export function fingerprintOf(phone: Phone): Record<string, string> {
  return {
    os: phone.os,
    model: phone.model,
    screenResolution: phone.screen,
    timezone: phone.timeZone,
    language: phone.appLanguage,
    ...(phone.os === 'ios' && { systemName: 'iOS', systemVersion: `${phone.osMajor}.1` }),
  };
}
