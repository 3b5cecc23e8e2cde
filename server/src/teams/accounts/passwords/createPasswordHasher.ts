import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Problem } from '#platform/lib/Problem.ts';

/** How many hashes may wait for their turn; each takes about 50 ms of an idle core. */
const MAX_WAITING = 64;

/** What the accounts library requires of a hasher. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(input: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** The library's own: scrypt, 32 MB and about 50 ms of a core per hash. */
export const slowHashes: PasswordHasher = {
  hash: hashPassword,
  verify: (input) => verifyPassword({ ...input }),
};

/**
 * Hashes one password at a time. Hashes run on the threads that also write the journal to disk: simultaneous guesses
 * from many IP addresses would occupy them, and every redirect would wait. While others are waiting, each hash is
 * followed by a pause of the same length, so that guessing takes at most half a core. Throws UNAVAILABLE if too many
 * are already waiting: 64 times `patience`, since what is judged is how long the last of them would wait.
 */
export function createPasswordHasher(
  work: PasswordHasher = slowHashes,
  patience = 1,
): PasswordHasher {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    if (waiting >= MAX_WAITING * patience) {
      throw new Problem(
        'UNAVAILABLE',
        'Too many passwords are being checked at this moment; try again in a few seconds',
        { 'retry-after': '5' },
      );
    }
    waiting += 1;
    const turn = last.then(run).finally(() => void (waiting -= 1));
    last = rest(turn);
    return turn;
  }

  async function rest(turn: Promise<unknown>): Promise<void> {
    await last.catch(() => undefined);
    const begun = performance.now();
    await turn.catch(() => undefined);
    if (waiting > 0) await sleep(performance.now() - begun);
  }

  return {
    hash: async (password) => inTurn(() => work.hash(password)),
    verify: async (input) => inTurn(() => work.verify(input)),
  };
}
