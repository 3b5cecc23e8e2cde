import { createKeyedHash } from '../lib/createKeyedHash.ts';
import { deriveKey } from '../lib/deriveKey.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const USER_AGENT_LENGTH = 1000;

/**
 * Makes the hash that stands for a visitor in the ledger: a keyed hash of the address and the user
 * agent under a key that changes every UTC day (`createKeyedHash`). All processes with the same secret
 * agree; two days of one visitor cannot be joined.
 */
export function createVisitorHash(secret: string) {
  let day = Number.NaN;
  let hashOfDay: (message: string) => string;

  /** `atMs` chooses the day: the moment of the click, or an earlier one to compare with. */
  return function visitorHash(address: string, userAgent: string, atMs: number): string {
    const today = Math.floor(atMs / DAY_MS);
    if (today !== day) {
      hashOfDay = createKeyedHash(dayKey(secret, today));
      day = today;
    }
    const message = `${address}\n${userAgent.slice(0, USER_AGENT_LENGTH)}`;
    return hashOfDay(message);
  };
}

function dayKey(secret: string, day: number): string {
  return Buffer.from(deriveKey(secret, `visitor hash, day ${day}`)).toString('hex');
}

/** The hash of one visitor on one day (`createVisitorHash`). */
export type VisitorHash = ReturnType<typeof createVisitorHash>;
