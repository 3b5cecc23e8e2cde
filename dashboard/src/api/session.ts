import { createClient } from '@fairlead/contract/client';
import {
  refreshSession,
  signOut,
  type SessionToken,
} from '@fairlead/contract/operations/dashboard/session';
import { PROBLEM_JSON } from '@fairlead/contract/ApiError';
import { type CallError, failureOf } from './CallError.ts';
import { unanswered } from './unanswered.ts';

/** Tabs of this browser renew one after another, each with the cookie that the previous one left. */
const LOCK = 'fairlead session';
/** The channel on which a tab says that someone has signed in in it. */
export const SIGNED_IN = 'fairlead signed in';
/** Milliseconds that a tab waits for the others; then it goes ahead, which the server tolerates for a while. */
const LOCK_PATIENCE = 5000;
/** Milliseconds before expiry at which the token is renewed, so that few calls get a 401. */
const EARLY = 60_000;

type Person = SessionToken['user'];

/** Whether the cookie still signs in; a server that cannot say says nothing about the session. */
type Renewal =
  | { readonly outcome: 'renewed'; readonly session: SessionToken }
  | { readonly outcome: 'ended' }
  | { readonly outcome: 'unreachable'; readonly error: CallError };

const client = createClient({ baseUrl: '/api/v1', headers: { accept: PROBLEM_JSON } });

/** Asks for a new token with the cookie. */
async function refresh(): Promise<Renewal> {
  try {
    const reply = await client(refreshSession, { body: {} });
    if (reply.status === 200) return { outcome: 'renewed', session: reply.body };
    if (reply.status === 401) return { outcome: 'ended' };
    return { outcome: 'unreachable', error: failureOf(reply) };
  } catch {
    return { outcome: 'unreachable', error: unanswered() };
  }
}

/**
 * Who is signed in. The token is kept in memory only; what survives a reload is the HttpOnly cookie,
 * which no script can read and which gets a new token.
 */
function createSession() {
  let held: SessionToken | undefined;
  /** By the clock of this device, which may differ from the server's by hours. */
  let freshUntil = 0;
  let renewing: Promise<Renewal> | undefined;
  /** Who was signed in when the session ended without their doing. */
  let signedOut: Person | undefined;
  const changed = createListeners();
  const left = createListeners();

  function hold(next: SessionToken | undefined, chosen = false): void {
    const before = held?.user;
    held = next;
    if (next) freshUntil = Date.now() + lifetimeOf(next.token) - EARLY;
    if (next || chosen) signedOut = undefined;
    else signedOut ??= before;
    changed.tell();
    if (before && chosen) left.tell();
  }

  /** Gets a new token with the cookie; simultaneous calls share one request. */
  function renew(): Promise<Renewal> {
    renewing ??= inTurn(askForToken).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function askForToken(): Promise<Renewal> {
    const renewal = await refresh();
    if (renewal.outcome === 'renewed') hold(renewal.session);
    if (renewal.outcome === 'ended') hold(undefined);
    return renewal;
  }

  function freshToken(): string | undefined {
    return Date.now() < freshUntil ? held?.token : undefined;
  }

  return {
    token: freshToken,
    begin: (token: SessionToken): void => hold(token),
    renew,
    /** Who is signed in here; null: no one. Throws if that cannot be found out now. */
    async person(): Promise<Person | null> {
      const renewal = freshToken() === undefined ? await renew() : undefined;
      if (renewal?.outcome === 'unreachable') throw renewal.error;
      return held?.user ?? null;
    },
    /** Who was signed in here until the session ended, not by choice. */
    signedOut: (): Person | undefined => signedOut,
    async end(): Promise<void> {
      // With an expired token the cookie would remain, which signs in again at the next reload.
      const renewal = freshToken() === undefined ? await renew() : undefined;
      const token = renewal?.outcome === 'renewed' ? renewal.session.token : freshToken();
      if (token !== undefined) {
        await client(signOut, { headers: { authorization: `Bearer ${token}` } }).catch(() => {});
      }
      hold(undefined, true);
    },
    /** Calls the listener whenever someone is signed in or out. */
    onChange: changed.add,
    /** Calls the listener when someone has signed out. */
    onLeave: left.add,
  };
}

function createListeners() {
  const listeners = new Set<() => void>();
  return {
    tell(): void {
      for (const listener of listeners) listener();
    },
    /** Returns what removes the listener. */
    add: (listener: () => void): (() => void) => {
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
