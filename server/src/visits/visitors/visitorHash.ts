import { createKeyedHash } from '#platform/lib/createKeyedHash.ts';
import { deriveKey } from '#platform/lib/deriveKey.ts';
import { dayOf } from './createDayKeys.ts';
import type { DayKeys } from './createDayKeys.ts';

const USER_AGENT_LENGTH = 1000;

/**
 * Makes the hash that represents a visitor in the ledger: a hash of IP address and user agent, keyed
 * by UTC day (`createKeyedHash`). It is the same in all processes; two days of one visitor cannot be
 * joined, and once the day's key is destroyed, no one can test IP addresses against it.
 */
export function createVisitorHash({ keyOf }: Pick<DayKeys, 'keyOf'>) {
  const hashOf = createDailyHash(keyOf, 'visitor hash');

  /** `atMs` selects the day. Null for a day whose key has been destroyed. */
  return function visitorHash(address: string, userAgent: string, atMs: number): string | null {
    const hash = hashOf(atMs);
    if (hash === null) return null;
    return hash(`${address}\n${userAgent.slice(0, USER_AGENT_LENGTH)}`);
  };
}

/** The hash of one visitor on one day (`createVisitorHash`). */
export type VisitorHash = ReturnType<typeof createVisitorHash>;

type KeyedHash = (message: string) => string;

/** The keyed hash for one purpose, by day; the last two days used stay cached. */
export function createDailyHash(keyOf: DayKeys['keyOf'], label: string) {
  const made = new Map<number, { key: Buffer; hash: KeyedHash }>();
  return (atMs: number): KeyedHash | null => {
    const day = dayOf(atMs);
    const key = keyOf(day);
    if (key === undefined) return null;
    const known = made.get(day);
    if (known?.key.equals(key)) return known.hash;
    const derived = deriveKey(key.toString('hex'), label);
    const hash = createKeyedHash(Buffer.from(derived).toString('hex'));
    if (made.size > 1) made.delete(Math.min(...made.keys()));
    made.set(day, { key, hash });
    return hash;
  };
}
