import { createHash, randomBytes } from 'node:crypto';
import { MINUTE_MS } from '#platform/lib/time.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Accounts } from '../createAccounts.ts';

const LIFETIME_MS = 10 * MINUTE_MS;
/** What browsers are told: a challenge that they got some minutes ago still lasts as long as their dialog. */
export const DIALOG_MS = 5 * MINUTE_MS;

/** What alone can answer a challenge: the session that adds a passkey, or the browser that signs in. */
export type Holder =
  | { readonly session: string; readonly userId: string }
  | { readonly browser: string };

/** A new challenge. Only its hash is stored, together with its holder's. */
export async function makeChallenge({ db, now }: Accounts, holder: Holder): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await db
    .insertInto('verifications')
    .values({
      id: newId(),
      identifier: identifierOf(holder, challenge),
      // What is waiting for a person ends with their password (`replacePassword`).
      value: 'session' in holder ? holder.userId : '',
      expires_at: new Date(now() + LIFETIME_MS),
    })
    .execute();
  return challenge;
}

/** Uses up the challenge that the browser says it has signed; undefined if it had none, or waited too long. */
export async function takeChallenge(
  { db, now }: Accounts,
  holder: Holder,
  clientData: string,
): Promise<string | undefined> {
  const challenge = readChallenge(clientData);
  if (challenge === undefined) return undefined;
  const taken = await db
    .deleteFrom('verifications')
    .where('identifier', '=', identifierOf(holder, challenge))
    .returning('expires_at')
    .executeTakeFirst();
  return taken !== undefined && taken.expires_at.getTime() > now() ? challenge : undefined;
}

function identifierOf(holder: Holder, challenge: string): string {
  const who = 'session' in holder ? `session ${holder.session}` : `browser ${holder.browser}`;
  return createHash('sha256').update(`passkey ${who} ${challenge}`).digest('base64url');
}

/** `clientData`: the browser's `clientDataJSON` in base64url. */
function readChallenge(clientData: string): string | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    const named = typeof read === 'object' && read !== null && 'challenge' in read;
    return named && typeof read.challenge === 'string' ? read.challenge : undefined;
  } catch {
    return undefined;
  }
}
