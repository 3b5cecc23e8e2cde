import type { ClickKind, ClickSource } from '#visits/clicks/facts/Click.ts';
import { DAY_MS } from '#platform/lib/time.ts';
import { CAMPAIGNS, type Campaign, type Shape } from './campaigns.ts';
import { type Channel, CHANNELS, type Phone, PHONES, PLACES } from './channels.ts';
import { choose, createRandom, lognormal, oneOf, type Random } from './random.ts';

/** An install that a visit leads to. */
interface Install {
  readonly at: number;
  /** The store told the app which click it came from. */
  readonly named: boolean;
}

/** A made-up request to a link. */
export interface Visit {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly campaign: Campaign;
  readonly kind: ClickKind;
  readonly source: ClickSource;
  readonly device: string | null;
  readonly os: string | null;
  readonly browser: string | null;
  readonly app: string | null;
  readonly referrer: string | null;
  readonly country: string | null;
  readonly timeZone: string | null;
  readonly language: string | null;
  /** Signed 64-bit decimals, as the keyed hashes of real visitors and addresses are. */
  readonly visitor: string | null;
  readonly address: string | null;
  readonly opened: boolean;
  readonly phone: Phone | null;
  readonly install: Install | null;
}

export interface DrawOptions {
  readonly seed: number;
  readonly requests: number;
  /** Milliseconds since the epoch; nothing is generated after it. */
  readonly now: number;
}

const MINUTE_MS = 60_000;
/** Half of the visits of a launch come within this many days. */
const HALF_LIFE_DAYS = 6;
/** From Sunday to Saturday. */
const WEEK: Readonly<Record<Shape, readonly number[]>> = {
  steady: [1, 0.86, 0.84, 0.86, 0.9, 0.98, 1],
  launch: [1, 0.9, 0.88, 0.9, 0.94, 1, 1],
  weekend: [0.95, 0.4, 0.38, 0.4, 0.48, 0.78, 1],
};
/** Hours of a UTC day, from midnight on: most people are in European time zones. */
const HOURS = [
  4, 2, 1, 1, 2, 5, 11, 18, 22, 22, 23, 26, 30, 27, 24, 24, 27, 32, 38, 43, 44, 38, 24, 11,
].map((weight, hour) => [hour, weight] as const);

/** All requests of 90 days, in chronological order; the same for the same seed and time. */
export function drawVisits({ seed, requests, now }: DrawOptions): readonly Visit[] {
  const random = createRandom(seed);
  const weights = CAMPAIGNS.reduce((sum, { weight }) => sum + weight, 0);
  const visits = CAMPAIGNS.flatMap((campaign) => {
    const count = Math.round((requests * campaign.weight) / weights);
    return Array.from({ length: count }, () => drawVisit(random, campaign, now));
  });
  return [...visits, ...drawRivals(random, visits)].toSorted((a, b) => a.at - b.at);
}

function drawVisit(random: Random, campaign: Campaign, now: number): Visit {
  const channel: Channel = CHANNELS[campaign.channel];
  const at = drawTime(random, campaign, now);
  const [crawler, previews] = channel.previews ?? [null, 0];
  const [bot, bots] = channel.bots ?? [null, 0.02];
  const luck = random();
  if (luck < previews) return machine(at, campaign, 'preview', crawler);
  if (luck < previews + bots) return machine(at, campaign, 'bot', bot);
  return drawPerson(random, campaign, channel, { at, now });
}

function drawTime(random: Random, { began, shape }: Campaign, now: number): number {
  for (;;) {
    const day =
      shape === 'launch'
        ? Math.floor((-Math.log(1 - random()) * HALF_LIFE_DAYS) / Math.LN2)
        : Math.floor(random() * began);
    if (day >= began) continue;
    const midnight = Math.floor(now / DAY_MS) * DAY_MS - (began - 1 - day) * DAY_MS;
    if (random() > (WEEK[shape][new Date(midnight).getUTCDay()] ?? 1)) continue;
    const at = midnight + (choose(random, HOURS) + random()) * 60 * MINUTE_MS;
    // Times later than now are moved to yesterday.
    return Math.floor(at > now - 5 * MINUTE_MS ? at - DAY_MS : at);
  }
}

function machine(at: number, campaign: Campaign, kind: ClickKind, app: string | null): Visit {
  return {
    at,
    campaign,
    kind,
    source: 'link',
    device: null,
    os: null,
    browser: null,
    app,
    referrer: null,
    country: 'US',
    timeZone: null,
    language: null,
    visitor: null,
    address: null,
    opened: false,
    phone: null,
    install: null,
  };
}

interface Moment {
  readonly at: number;
  readonly now: number;
}

// oxlint-disable-next-line complexity -- one draw after the other, in the order that the seed fixes
function drawPerson(
  random: Random,
  campaign: Campaign,
  channel: Channel,
  { at, now }: Moment,
): Visit {
  const { country, timeZone, language } = choose(random, PLACES);
  const system = random();
  const isPhone = system < channel.ios + channel.android;
  const os = system < channel.ios ? 'ios' : 'android';
  const phone = isPhone ? choose(random, PHONES[os]) : null;
  const opened = phone !== null && random() < channel.opens;
  const installs = phone !== null && !opened && random() < channel.installs;
  const webview = channel.webview !== undefined && random() < channel.webview[1];
  const person = {
    at,
    campaign,
    kind: 'click',
    source: opened ? 'app' : channel.qr ? 'qr' : 'link',
    app: phone !== null && !opened && webview ? channel.webview[0] : null,
    referrer: opened || !channel.referrers ? null : choose(random, channel.referrers),
    country,
    timeZone,
    language,
    visitor: visitorOf(random, at),
    address: number64(random),
    opened,
    phone,
    install: installs ? drawInstall(random, os, { at, now }) : null,
  } as const;
  return { ...person, ...(phone ? ofPhone(random, phone, person.app) : ofDesktop(random)) };
}

function ofPhone(random: Random, { os }: Phone, app: string | null) {
  if (os === 'ios') {
    return {
      device: 'mobile',
      os: 'iOS',
      browser: app === null && random() < 0.12 ? 'Chrome' : 'Safari',
    };
  }
  const browser = app === null ? choose(random, ANDROID_BROWSERS) : 'Android WebView';
  return { device: 'mobile', os: 'Android', browser };
}

const ANDROID_BROWSERS = [
  ['Chrome', 0.76],
  ['Samsung Internet', 0.16],
  ['Firefox', 0.08],
] as const;

function ofDesktop(random: Random) {
  const [os, browser] = choose(random, DESKTOPS);
  return { device: 'desktop', os, browser };
}

const DESKTOPS: readonly (readonly [readonly [string, string], number])[] = [
  [['Windows', 'Chrome'], 0.38],
  [['Windows', 'Edge'], 0.17],
  [['macOS', 'Safari'], 0.2],
  [['macOS', 'Chrome'], 0.13],
  [['Linux', 'Firefox'], 0.07],
  [['Windows', 'Firefox'], 0.05],
];

/** Most install within minutes, some on the next day. */
function drawInstall(random: Random, os: Phone['os'], { at, now }: Moment): Install | null {
  const after = Math.min(lognormal(random, 3, 0.9), 3 * 24 * 60) * MINUTE_MS;
  const installedAt = Math.floor(at + 20_000 + after);
  return installedAt < now ? { at: installedAt, named: os === 'android' && random() < 0.8 } : null;
}

/** One in this many installs by signals has a rival: someone nearby with the same phone and another link. */
const RIVALS = 9;

/** Visits that cannot be told apart from others; their receipts say that no click was credited. */
function drawRivals(random: Random, visits: readonly Visit[]): Visit[] {
  const installing = visits.filter(({ install }) => install?.named === false);
  return installing
    .filter((_, index) => index % RIVALS === RIVALS - 1)
    .map((visit) => ({
      ...visit,
      at: visit.at - Math.floor((1 + random() * 6) * MINUTE_MS),
      campaign: otherThan(random, visit.campaign),
      visitor: visitorOf(random, visit.at),
      install: null,
    }));
}

/** Another campaign that had begun by then. */
function otherThan(random: Random, { slug, began }: Campaign): Campaign {
  return oneOf(
    random,
    CAMPAIGNS.filter(
      (other) => (other.slug !== slug && other.began > began) || other.slug === 'get',
    ),
  );
}

/** People per day, some of whom come twice. */
const PEOPLE_A_DAY = 700;

/** The hash depends on the day, as with real ones. */
function visitorOf(random: Random, at: number): string {
  const person = Math.floor(random() * PEOPLE_A_DAY);
  return String(Math.floor(at / DAY_MS) * 1_000_000 + person);
}

function number64(random: Random): string {
  const high = BigInt(Math.floor(random() * 2 ** 32));
  const low = BigInt(Math.floor(random() * 2 ** 32));
  return BigInt.asIntN(64, (high << 32n) | low).toString();
}
