import { createRandom } from '../load/random.ts';
import type { DelayLaw } from './delays.ts';
import { drawHousehold, drawPhone, FLEETS, type Phone } from './phones.ts';
import {
  CHANGES_NETWORK,
  INSTALLS,
  MINUTE,
  NAMED_ON_ANDROID,
  type Open,
  PERIOD,
  type Site,
  type Tap,
  TAPS,
  WARM_UP,
} from './population.ts';
import type { Verdict } from './score.ts';

/** Two rules to hold a server against, played on the same populations without any server. */

/** What other services do: the newest click from the IP address, of the same system, within the window. */
export function decideByNewest(sites: readonly Site[], windowMinutes: number): Verdict[] {
  return playSites(sites, ({ open, taps, used }) => {
    const from = open.at - windowMinutes * MINUTE;
    const tap = taps.findLast(
      (each) => each.phone.os === open.phone.os && each.at >= from && !used.has(each),
    );
    if (tap !== undefined) used.add(tap);
    return { credited: tap ?? null, sureness: 1 };
  }).map(({ verdict }) => verdict);
}

/**
 * Hardly anybody can do better with these signals: it knows how many phones share the IP address, the law of the delays and every
 * share of the population, and its confidence is set afterwards, with the truth known, to match as many as it can with at
 * most this share of them wrong.
 */
export function decideIdeally(
  sites: readonly Site[],
  delays: DelayLaw,
  { windowMinutes, maxWrong }: { readonly windowMinutes: number; readonly maxWrong: number },
): Verdict[] {
  const played = playSites(sites, ({ site, open, taps, used }) =>
    weighLinks(delays, windowMinutes, { site, open, taps, used }),
  );
  const bySignals = played
    .filter(({ verdict }) => verdict.matchType === 'fingerprint')
    .toSorted((a, b) => b.sureness - a.sureness);
  let wrong = 0;
  let kept = 0;
  for (const [index, { verdict }] of bySignals.entries()) {
    if (verdict.credited?.link !== verdict.open.truth?.link) wrong += 1;
    if (wrong <= maxWrong * (index + 1)) kept = index + 1;
  }
  const abstained = new Set(bySignals.slice(kept));
  return played.map((each) =>
    abstained.has(each) ? { ...each.verdict, matchType: null, credited: null } : each.verdict,
  );
}

interface Scene {
  readonly site: Site;
  readonly open: Open;
  /** Everything tapped from this address before, oldest first. */
  readonly taps: readonly Tap[];
  /** Clicks that were named, or credited; deciders add to it. */
  readonly used: Set<Tap>;
}

interface Answer {
  readonly credited: Tap | null;
  readonly sureness: number;
}

function playSites(
  sites: readonly Site[],
  decide: (scene: Scene) => Answer,
): { readonly verdict: Verdict; readonly sureness: number }[] {
  const known = new Set<Tap>();
  return sites.flatMap((site) => {
    const taps: Tap[] = [];
    return site.events.flatMap((event) => {
      if (event.kind === 'tap') {
        taps.push(event);
        return [];
      }
      const { credited, sureness } = event.named
        ? { credited: event.truth, sureness: 1 }
        : decide({ site, open: event, taps, used: known });
      if (event.named && event.truth !== null) known.add(event.truth);
      const matchType = event.named ? 'deterministic' : credited && 'fingerprint';
      const verdict = {
        phones: site.phones,
        open: event,
        matchType,
        credited,
        reason: '',
      } as const;
      return event.at < WARM_UP ? [] : [{ verdict, sureness }];
    });
  });
}

/** By Bayes: each tap against the others and against strangers who tapped nothing here. */
function weighLinks(
  delays: DelayLaw,
  windowMinutes: number,
  { site, open, taps, used }: Scene,
): Answer {
  const { phone } = open;
  const unnamed = phone.os === 'android' ? 1 - NAMED_ON_ANDROID : 1;
  const came = INSTALLS * unnamed * (1 - CHANGES_NETWORK);
  const weights = new Map<number, number>();
  let fleet = 0;
  for (const tap of taps) {
    if (tap.phone.os !== phone.os || used.has(tap)) continue;
    const fits = likelihood(phone, tap);
    fleet = Math.max(fleet, fits);
    const weight = came * fits * delays.density((open.at - tap.at) / MINUTE);
    weights.set(tap.link, (weights.get(tap.link) ?? 0) + weight);
  }
  const perMinute = (site.phones * INSTALLS) / (PERIOD / MINUTE);
  const organic = open.at > PERIOD ? 0 : perMinute * (1 - TAPS);
  const moved = perMinute * TAPS * CHANGES_NETWORK * unnamed;
  const common = SHARES.of(phone);
  const absent = organic * (common + FLEETS * fleet) + (moved * common) / HOMES;
  const total = absent + [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const inWindow = taps.filter(
    (tap) =>
      tap.phone.os === phone.os && !used.has(tap) && open.at - tap.at <= windowMinutes * MINUTE,
  );
  const best = inWindow
    .toReversed()
    .toSorted((a, b) => (weights.get(b.link) ?? 0) - (weights.get(a.link) ?? 0))[0];
  const weight = best === undefined ? 0 : (weights.get(best.link) ?? 0);
  return weight === 0
    ? { credited: null, sureness: 0 }
    : { credited: best!, sureness: weight / total };
}

/** How likely this tap's phone would say what the app says. */
function likelihood(phone: Phone, { phone: tapped, shown, reports }: Tap): number {
  const version =
    shown.osMajor === null ? SHARES.version(phone) : Number(shown.osMajor === phone.osMajor);
  const zone = reports ? Number(tapped.timeZone === phone.timeZone) : 1;
  const language =
    phone.appLanguage === tapped.language ? 0.96 : phone.appLanguage === 'en-US' ? 0.04 : 0;
  return version * hardware(phone, tapped, { shown, reports }) * zone * language;
}

function hardware(
  phone: Phone,
  tapped: Phone,
  { shown, reports }: Pick<Tap, 'shown' | 'reports'>,
): number {
  if (shown.model !== null) return Number(shown.model === phone.model);
  if (!reports) return SHARES.model(phone);
  return tapped.screen === phone.screen ? SHARES.model(phone) / SHARES.screen(phone) : 0;
}

/** Kinds of homes, which are drawn alike. */
const HOMES = 4;

const versionOf = ({ os, osMajor }: Phone) => `${os} ${osMajor}`;
const modelOf = ({ os, model }: Phone) => `${os} model ${model}`;
const screenOf = ({ os, screen }: Phone) => `${os} screen ${screen}`;
const zoneOf = ({ timeZone }: Phone) => `zone ${timeZone}`;
const languageOf = ({ timeZone, appLanguage }: Phone) => `zone ${timeZone} ${appLanguage}`;

const SHARES = countShares();

/** The shares of the population, counted in a large draw of it. */
function countShares() {
  const DRAWN = 50_000;
  const random = createRandom(7);
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (let drawn = 0; drawn < DRAWN; drawn += 1) {
    const phone = drawPhone(random, drawHousehold(random, 1));
    for (const key of [
      phone.os,
      versionOf(phone),
      modelOf(phone),
      screenOf(phone),
      zoneOf(phone),
    ]) {
      add(key);
    }
    add(languageOf(phone));
  }
  const share = (key: string, among: string) => (counts.get(key) ?? 1) / (counts.get(among) ?? 1);
  return {
    version: (phone: Phone) => share(versionOf(phone), phone.os),
    model: (phone: Phone) => share(modelOf(phone), phone.os),
    screen: (phone: Phone) => share(screenOf(phone), phone.os),
    of: (phone: Phone) =>
      ((counts.get(phone.os) ?? 0) / DRAWN) *
      share(versionOf(phone), phone.os) *
      share(modelOf(phone), phone.os) *
      share(languageOf(phone), zoneOf(phone)),
  };
}
