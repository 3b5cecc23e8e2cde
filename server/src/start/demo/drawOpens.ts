import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#platform/lib/time.ts';
import { type Phone, PHONES, PLACES } from './channels.ts';
import { choose, createRandom, oneOf, type Random } from './random.ts';
import type { WrittenVisit } from './writeVisits.ts';

/** A made-up first open of the app. */
export interface FirstOpen {
  readonly at: number;
  readonly installationId: string;
  readonly phone: Phone;
  readonly timeZone: string;
  readonly language: string;
  readonly appVersion: string;
  readonly networkType: string;
  /** Null if the phone is in a network that no click came from. */
  readonly address: string | null;
  /** The click that the store names. */
  readonly clickId: string | null;
}

/** How many of a hundred first opens have no click: people who found the app in the store. */
const ORGANIC = 22;
const VERSIONS = ['4.0.2', '4.1.0', '4.1.1', '4.2.0'];
const DAYS = 90;

/** First opens in chronological order: those that visits led to, and some without a visit. */
export function drawOpens(
  visits: readonly WrittenVisit[],
  { seed, now }: { readonly seed: number; readonly now: number },
): readonly FirstOpen[] {
  const random = createRandom(seed + 1);
  const led = visits.flatMap((visit): FirstOpen[] => {
    const { install, phone } = visit;
    if (install === null || phone === null) return [];
    return [
      {
        ...drawApp(random, install.at, now),
        phone,
        timeZone: visit.timeZone ?? 'Europe/Berlin',
        language: visit.language ?? 'de-de',
        address: visit.address,
        clickId: install.named ? visit.clickId : null,
      },
    ];
  });
  const count = Math.round((led.length * ORGANIC) / (100 - ORGANIC));
  const alone = Array.from({ length: count }, () => drawAlone(random, now));
  return [...led, ...alone].toSorted((a, b) => a.at - b.at);
}

function drawAlone(random: Random, now: number): FirstOpen {
  const { timeZone, language } = choose(random, PLACES);
  return {
    ...drawApp(random, Math.floor(now - random() * DAYS * DAY_MS), now),
    phone: choose(random, PHONES[random() < 0.55 ? 'ios' : 'android']),
    timeZone,
    language,
    address: String(Math.floor(random() * 2 ** 50)),
    clickId: null,
  };
}

function drawApp(random: Random, at: number, now: number) {
  const age = (now - at) / (DAYS * DAY_MS);
  const version = Math.floor((1 - age) * VERSIONS.length);
  return {
    at,
    installationId: randomUUID(),
    appVersion: VERSIONS[Math.min(Math.max(version, 0), VERSIONS.length - 1)]!,
    networkType: oneOf(random, ['wifi', 'wifi', 'cellular']),
  };
}
