import { hash } from 'node:crypto';
import type { RateClass } from '@fairlead/contract/rateLimits';
import type { Pool } from 'pg';
import { deriveKey } from '../lib/deriveKey.ts';

/** What a process calls a budget. */
export function nameOfBudget(of: RateClass, who: string): string {
  return `${of} ${who}`;
}

/** The key that hides the names of budgets, which may contain a client's IP address. */
export function deriveLimitsKey(secret: string): Uint8Array {
  return deriveKey(secret, 'rate limits');
}

/** The name of a budget in the database: truncated, so that it cannot be extended. */
export function hashOfBudget(key: Uint8Array, name: string): string {
  const secret = Buffer.from(key).toString('base64');
  return hash('sha256', `${secret} ${name}`, 'base64url').slice(0, 22);
}

/** Gives back all that was drawn from a budget; processes that know it as exhausted learn of it within a second. */
export async function emptyBudget(
  pool: Pool,
  key: Uint8Array,
  of: RateClass,
  who: string,
): Promise<void> {
  const name = hashOfBudget(key, nameOfBudget(of, who));
  await pool.query('delete from rate_limits where budget = $1', [name]);
}
