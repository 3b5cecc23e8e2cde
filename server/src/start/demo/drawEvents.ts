import { DAY_MS, MINUTE_MS } from '#platform/lib/time.ts';
import { createRandom, lognormal, oneOf, type Random } from './random.ts';

/** Who has the app since when. */
interface Person {
  readonly clientId: string;
  readonly firstSeenAt: Date;
}

/** A made-up event; amounts in minor units. */
export interface DrawnEvent {
  readonly installation: string;
  readonly name: string;
  readonly at: number;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly quantity: number;
}

interface DrawOptions {
  readonly seed: number;
  readonly now: number;
}

/** What the shop sells, in minor units of either currency. */
const PRICES = [1_290, 2_450, 3_990, 5_900, 8_900, 12_900, 24_900];
const MEMBERSHIP = 2_900;
const TRIAL_MS = 14 * DAY_MS;

type Note = (name: string, at: number, amount?: number) => void;

/** What people did in the app: they look, sign up, try the membership, buy, and some want their money back. In chronological order. */
export function drawEvents(
  people: readonly Person[],
  { seed, now }: DrawOptions,
): readonly DrawnEvent[] {
  const random = createRandom(seed + 4);
  return people
    .flatMap(({ clientId, firstSeenAt }) => {
      const events: DrawnEvent[] = [];
      const currency = random() < 0.2 ? 'USD' : 'EUR';
      drawPerson(random, firstSeenAt.getTime(), (name, at, amount) => {
        if (at >= now) return;
        const paid = amount === undefined ? null : currency;
        events.push({
          installation: clientId,
          name,
          at: Math.floor(at),
          amount: amount ?? null,
          currency: paid,
          quantity: 1,
        });
      });
      return events;
    })
    .toSorted((one, other) => one.at - other.at);
}

function drawPerson(random: Random, installedAt: number, note: Note): void {
  let at = installedAt + lognormal(random, 2, 0.7) * MINUTE_MS;
  if (random() < 0.58) {
    note('sign_up', at);
    if (random() < 0.24) drawTrial(random, at + 3 * MINUTE_MS, note);
  }
  const visits = Math.min(1 + Math.floor(lognormal(random, 1.6, 0.9)), 20);
  for (let visit = 0; visit < visits; visit += 1) {
    drawVisit(random, at, note);
    at += lognormal(random, 4, 1) * DAY_MS;
  }
}

function drawTrial(random: Random, at: number, note: Note): void {
  note('trial_started', at);
  if (random() < 0.45) note('membership', at + TRIAL_MS, MEMBERSHIP);
}

function drawVisit(random: Random, begin: number, note: Note): void {
  const looks = Math.min(1 + Math.floor(lognormal(random, 1.5, 0.7)), 8);
  let at = begin;
  for (let look = 0; look < looks; look += 1) {
    at += lognormal(random, 1, 0.6) * MINUTE_MS;
    note('view_product', at);
  }
  if (random() > 0.3) return;
  note('add_to_cart', at + MINUTE_MS);
  if (random() > 0.52) return;
  const price = oneOf(random, PRICES);
  note('purchase', at + 4 * MINUTE_MS, price);
  if (random() < 0.06) note('refund', at + (2 + random() * 9) * DAY_MS, -price);
}
