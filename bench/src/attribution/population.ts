import {
  draw,
  drawHousehold,
  drawPhone,
  drawUserAgent,
  type Phone,
  type Random,
  type ShownByVisit,
  zipf,
} from './phones.ts';
import type { DelayLaw } from './delays.ts';

/** A tap on a link; `at` in milliseconds of the played time. */
export interface Tap {
  readonly kind: 'tap';
  readonly at: number;
  readonly phone: Phone;
  readonly link: number;
  readonly userAgent: string;
  /** What the user agent tells of the phone. */
  readonly shown: ShownByVisit;
  /** Whether the page's report of screen, zone and language arrives. */
  readonly reports: boolean;
}

/** A first open of the app. */
export interface Open {
  readonly kind: 'open';
  readonly at: number;
  readonly phone: Phone;
  /** The phone's last tap before it: the truth. Null: nobody's link led here. */
  readonly truth: Tap | null;
  /** The store hands the click's id over. */
  readonly named: boolean;
  /** From the network of the tap: not so when Wi-Fi changed to cellular meanwhile. */
  readonly atHome: boolean;
}

/** An address and everything that happens behind it, in order of time. */
export interface Site {
  readonly phones: number;
  readonly address: string;
  readonly events: readonly (Tap | Open)[];
}

export const MINUTE = 60_000;
/** A campaign's evening. */
export const PERIOD = 360 * MINUTE;
/** First opens before this moment are played and not scored: no address begins with a campaign. */
export const WARM_UP = 120 * MINUTE;
/** Phones behind the address that tap a link in it; the others know the app from elsewhere. */
export const TAPS = 0.8;
const TAPS_AGAIN = 0.2;
const AGAIN_SAME_LINK = 0.7;
export const INSTALLS = 0.35;
/** Wi-Fi at the tap, cellular at the first open, or the other way round. */
export const CHANGES_NETWORK = 0.05;
/** The Play Store hands the referrer over, unless the visitor searched the store himself. */
export const NAMED_ON_ANDROID = 0.75;
const REPORT_ARRIVES = 0.85;
export const LINKS = 50;
/** Links of these numbers are unified: they redirect at once and no page of ours reports. */
export const isUnified = (link: number): boolean => link % 10 < 3;

/** Sites with so many phones each, about `total` phones together. */
export function createSites(
  random: Random,
  delays: DelayLaw,
  { phones, total }: { readonly phones: number; readonly total: number },
): Site[] {
  const count = Math.max(2, Math.round(total / phones));
  const events: (Tap | Open)[][] = Array.from({ length: count }, () => []);
  for (const [site, here] of events.entries()) {
    const household = drawHousehold(random, phones);
    for (let number = 0; number < phones; number += 1) {
      const phone = drawPhone(random, household);
      if (random() >= TAPS) {
        if (random() < INSTALLS) here.push(organicOpen(random, phone));
        continue;
      }
      const taps = drawTaps(random, phone);
      here.push(...taps);
      if (random() >= INSTALLS) continue;
      const open = drawOpen(random, delays, taps);
      // A named click is found from anywhere, others are looked for among those of the new address.
      const elsewhere = (site + 1 + Math.floor(random() * (count - 1))) % count;
      (open.atHome || open.named ? here : (events[elsewhere] ?? here)).push(open);
    }
  }
  return events.map((unsorted, site) => ({
    phones,
    address: `10.${phones % 256}.${Math.floor(site / 250)}.${1 + (site % 250)}`,
    events: unsorted.toSorted((a, b) => a.at - b.at),
  }));
}

const POPULARITY = zipf(LINKS, 0.8);

function drawTaps(random: Random, phone: Phone): [Tap, ...Tap[]] {
  const tap = (at: number, link: number): Tap => ({
    kind: 'tap',
    at,
    phone,
    link,
    ...drawUserAgent(random, phone),
    reports: !isUnified(link) && random() < REPORT_ARRIVES,
  });
  const first = tap(random() * PERIOD, draw(random, POPULARITY));
  if (random() >= TAPS_AGAIN) return [first];
  const link = random() < AGAIN_SAME_LINK ? first.link : draw(random, POPULARITY);
  return [first, tap(first.at + random() * 60 * MINUTE, link)];
}

function drawOpen(random: Random, delays: DelayLaw, taps: readonly [Tap, ...Tap[]]): Open {
  const cause = taps[Math.floor(random() * taps.length)] ?? taps[0];
  const { phone } = cause;
  const at = cause.at + delays.draw(random) * MINUTE;
  // The last tap before the open is the truth, as people and reports understand it.
  const truth = taps.findLast((tap) => tap.at <= at) ?? cause;
  return {
    kind: 'open',
    at,
    phone,
    truth,
    named: phone.os === 'android' && random() < NAMED_ON_ANDROID,
    atHome: random() >= CHANGES_NETWORK,
  };
}

/** Someone who tapped nothing opens the app for the first time: any match is wrong. */
function organicOpen(random: Random, phone: Phone): Open {
  return { kind: 'open', at: random() * PERIOD, phone, truth: null, named: false, atHome: true };
}
