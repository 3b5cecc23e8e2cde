import { createClient } from '@fairlead/contract/client';
import {
  refreshSession,
  signOut,
  type SessionToken,
} from '@fairlead/contract/operations/dashboard/session';

/** Tabs of this browser renew one after another, each with the cookie that the previous one left. */
const LOCK = 'fairlead session';
/** Milliseconds that a tab waits for the others; then it goes ahead, which the server tolerates for a while. */
const LOCK_PATIENCE = 5000;
/** Milliseconds before expiry at which the token is renewed, so that few calls get a 401. */
const EARLY = 60_000;

/**
 * Who is signed in. The token is kept in memory only; what survives a reload is the HttpOnly cookie,
 * which no script can read and which gets a new token.
 */
function createSession() {
  const client = createClient({ baseUrl: '/api/v1' });
  let held: SessionToken | undefined;
  /** By the clock of this device, which may differ from the server's by hours. */
  let freshUntil = 0;
  let renewing: Promise<string | undefined> | undefined;
  const listeners = new Set<(chosen: boolean) => void>();

  function hold(next: SessionToken | undefined, chosen = false): void {
    const ended = held !== undefined && next === undefined;
    held = next;
    if (next) freshUntil = Date.now() + lifetimeOf(next.token) - EARLY;
    if (ended) for (const listener of listeners) listener(chosen);
  }

  /** Gets a new token with the cookie; simultaneous calls share one request. */
  function renew(): Promise<string | undefined> {
    renewing ??= inTurn(askForToken).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function askForToken(): Promise<string | undefined> {
    const reply = await client(refreshSession, { body: {} }).catch(() => undefined);
    if (reply?.status === 200) {
      hold(reply.body);
      return reply.body.token;
    }
    // No answer, or a server error, says nothing about the session.
    if (reply?.status === 401) hold(undefined);
    return undefined;
  }

  function freshToken(): string | undefined {
    return Date.now() < freshUntil ? held?.token : undefined;
  }

  return {
    token: freshToken,
    isOpen: (): boolean => held !== undefined,
    begin: (token: SessionToken): void => hold(token),
    renew,
    /** Who is signed in here; null: no one. */
    async person(): Promise<SessionToken['user'] | null> {
      if (freshToken() === undefined) await renew();
      return held?.user ?? null;
    },
    async end(): Promise<void> {
      // With an expired token the cookie would remain, which signs in again at the next reload.
      const token = freshToken() ?? (await renew());
      if (token !== undefined) {
        await client(signOut, { headers: { authorization: `Bearer ${token}` } }).catch(() => {});
      }
      hold(undefined, true);
    },
    /** Calls the listener when the session has ended, by choice (`chosen`) or not. */
    onEnd(listener: (chosen: boolean) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Runs `work`, which never rejects, while no other tab runs its own. Pages without TLS have no locks. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  const signal = AbortSignal.timeout(LOCK_PATIENCE);
  return navigator.locks.request(LOCK, { signal }, work).catch(work);
}

/** Milliseconds between the times in the token itself. */
function lifetimeOf(token: string): number {
  const [, claims = ''] = token.split('.');
  const read: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
  if (typeof read !== 'object' || read === null || !('iat' in read) || !('exp' in read)) return 0;
  return (Number(read.exp) - Number(read.iat)) * 1000;
}

export const session = createSession();
