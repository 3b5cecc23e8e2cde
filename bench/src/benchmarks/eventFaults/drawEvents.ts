import type { AppEvent } from '@fairlead/contract/eventResources';
import type { People, Person } from './sowPeople.ts';

const CURRENCIES = ['EUR', 'JPY', 'KWD'] as const;
/** One in so many is sent a second time, some calls later. */
const REPEATED = 5;
/** One in so many happened before the people came. */
const LATE = 20;
const LATE_MS = 2 * 24 * 3600 * 1000;
/** One call in so many comes from a clock that is wrong by years. */
const WRONG_CLOCK = 7;
const WRONG_MS = 3 * 365 * 24 * 3600 * 1000;
/** Calls between an event and its repetition. */
const LATER = 10;

interface DrawnCall {
  readonly events: readonly AppEvent[];
  /** By the sender's clock, at the moment of the call. */
  sentAt(): string;
  /** Those that were not sent before. */
  readonly fresh: number;
}

export interface DrawnEvents {
  readonly count: number;
  /** Milliseconds. */
  readonly earliest: number;
  calls(size: number): Iterable<DrawnCall>;
  personOf(number: number): Person;
  amountOf(number: number): number;
  currencyOf(number: number): string;
  /** It happened before the people came. */
  isLate(number: number): boolean;
}

/** Events whose amounts tell whether one is missing or counted twice. Every ninth is a refund. */
export function drawEvents(people: People, count: number): DrawnEvents {
  const began = Date.now();
  const drawn: DrawnEvents = {
    count,
    earliest: began - LATE_MS,
    personOf: (number) => people.all[(number * 31) % people.all.length]!,
    amountOf: (number) => ((number % 9973) + 1) * (number % 9 === 8 ? -1 : 1),
    currencyOf: (number) => CURRENCIES[number % CURRENCIES.length]!,
    isLate: (number) => number % LATE === 3,
    *calls(size) {
      const waiting: (readonly number[])[] = [];
      for (let first = 0, place = 0; first < count; first += size, place += 1) {
        const length = Math.min(size, count - first);
        const fresh = Array.from({ length }, (_, index) => first + index);
        const wrong = place % WRONG_CLOCK === 2 ? WRONG_MS * (place % 2 === 0 ? 1 : -1) : 0;
        yield callOf(fresh, length, wrong);
        waiting.push(fresh.filter((number) => number % REPEATED === 0));
        if (waiting.length >= LATER) yield callOf(waiting.shift()!, 0, -wrong);
      }
      for (const again of waiting) yield callOf(again, 0, 0);
    },
  };

  function callOf(numbers: readonly number[], fresh: number, wrong: number): DrawnCall {
    return {
      events: numbers.map((number) => eventOf(number, wrong)),
      sentAt: () => new Date(Date.now() + wrong).toISOString(),
      fresh,
    };
  }

  function eventOf(number: number, wrong: number): AppEvent {
    const { customer, installation } = drawn.personOf(number);
    const at = drawn.isLate(number) ? began - LATE_MS : Date.now();
    return {
      eventId: `event-${number}`,
      name: `kind-${number % 4}`,
      at: new Date(at + wrong).toISOString(),
      ...(customer === null ? { installationId: installation } : { customerId: customer }),
      revenue: { amount: drawn.amountOf(number), currency: drawn.currencyOf(number) },
    };
  }
  return drawn;
}
