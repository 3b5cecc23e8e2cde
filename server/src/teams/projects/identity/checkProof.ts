import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '#platform/lib/Problem.ts';
import type { Accounts } from '../../accounts/createAccounts.ts';
import { unseal } from '../../accounts/seal.ts';
import type { Project } from '../Project.ts';

/**
 * Rule: sessions 6. Where the project takes signed identities only: FORBIDDEN unless the proof is the hex HMAC-SHA256 of the customer's
 * id with the project's identity secret, or with the one before while its grace lasts. UNAVAILABLE if that was encrypted with a SECRET
 * that is no longer configured: no app is to blame. False where none is asked for.
 */
export async function checkProof(
  accounts: Pick<Accounts, 'db' | 'auth'>,
  project: Pick<Project, 'id' | 'identify'>,
  customerId: string,
  proof: string | undefined,
): Promise<boolean> {
  if (project.identify !== 'signed') return false;
  if (proof === undefined) throw refusal('proof is missing');
  const row = await accounts.db
    .selectFrom('identity_secrets')
    .select(['sealed', 'previous', 'previous_until'])
    .where('project_id', '=', project.id)
    .executeTakeFirst();
  if (!row) throw refusal('there is no identity secret');
  const { sealed, previous, previous_until: until } = row;
  const valid = [sealed, until !== null && until.getTime() > Date.now() ? previous : null];
  const given = Buffer.from(proof, 'hex');
  let unreadable = false;
  for (const data of valid) {
    if (data === null) continue;
    const secret = await unseal(accounts, data);
    if (secret === undefined) {
      unreadable = true;
      continue;
    }
    const right = createHmac('sha256', secret).update(customerId).digest();
    if (given.length === right.length && timingSafeEqual(given, right)) return true;
  }
  if (!unreadable) throw refusal('proof is not that of this customerId');
  throw new Problem(
    'UNAVAILABLE',
    'The identity secret of this project cannot be read: SECRET has changed, and PREVIOUS_SECRETS does not name the one before',
  );
}

function refusal(why: string): Problem {
  return new Problem(
    'FORBIDDEN',
    `The project setting identify is "signed", and ${why}: send proof, the hex HMAC-SHA256 of customerId with the project's identity secret, made on your server`,
  );
}
