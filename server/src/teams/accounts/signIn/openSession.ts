import { randomBytes } from 'node:crypto';
import { type Client, describeClient } from '../Client.ts';
import type { Accounts } from '../createAccounts.ts';
import type { User } from '../users/User.ts';
import { createDashboardSession } from '../sessions/createDashboardSession.ts';
import type { RenewedSession } from '../sessions/readRenewed.ts';
import { writeSessionCookie } from '../sessions/sessionCookie.ts';

/** A session for someone who has proved who they are to us and not to the library, with its cookie. */
export async function openSession(
  accounts: Accounts,
  user: User,
  client: Client,
): Promise<RenewedSession> {
  const token = randomBytes(32).toString('base64url');
  const session = await createDashboardSession(accounts, user, {
    ...describeClient(client),
    token,
  });
  return { user, session, setCookies: [await writeSessionCookie(accounts, token)] };
}
