import type { CreateLinkRequest } from '../contract.ts';
import { newId } from '../core/send.ts';
import type { AppStorage, ReceivedLink } from './types.ts';

export interface PendingLink {
  readonly url: string;
  /** Unix milliseconds by the phone's clock. */
  readonly at: number;
  readonly deferred: boolean;
  /** It came with the first open. */
  readonly first?: boolean;
}

/** A link to be created, by a name under which it is created once. */
export type LinkRequest = CreateLinkRequest & { readonly externalId: string };

/** What outlives the process. */
export interface State {
  /** The app's own id of this installation. */
  id: string;
  token?: string | undefined;
  /** The first open has been matched, or needs no match. */
  matched: boolean;
  /** The match was asked for; until it is `matched`, its answer may have been lost. */
  asked?: boolean | undefined;
  consent?: boolean | undefined;
  /** A link of our page that was pasted; until the match is answered. */
  pasted?: string | undefined;
  /** Came, and was delivered to nobody yet. */
  pending: PendingLink[];
  /** To be created as soon as the server answers. */
  requested: LinkRequest[];
  /** Whose installation it is, null after signing out, with the proof of it, if there is one, and whether the server knows. */
  customer?:
    | { readonly id: string | null; readonly proof?: string | undefined; told: boolean }
    | undefined;
  /** As `lastLink` and `firstLink` answer them. */
  last?: ReceivedLink | undefined;
  first?: ReceivedLink | undefined;
}

const KEY = 'fairlead';

export interface Kept {
  state: State;
  /** Nothing was there: the first open of this installation. */
  readonly fresh: boolean;
  readonly save: () => Promise<void>;
  readonly clear: () => Promise<void>;
}

export function newState(): State {
  return { id: newId(), matched: false, pending: [], requested: [] };
}

/** A storage that fails is reported and done without: a link is worth more than its record. */
export async function readState(
  storage: AppStorage,
  onFault: (fault: unknown) => void,
): Promise<Kept> {
  let state: State | undefined;
  try {
    const read = JSON.parse((await storage.getItem(KEY)) ?? 'null') as Partial<State> | null;
    if (typeof read?.id === 'string') {
      const { pending, requested } = read;
      state = { ...newState(), ...read, pending: listOf(pending), requested: listOf(requested) };
    }
  } catch (fault) {
    onFault(fault);
  }
  // One write after the other, so that the newest is the last.
  let writing = Promise.resolve();
  const write = (act: () => unknown) => {
    writing = writing.then(act).then(() => undefined, onFault);
    return writing;
  };
  const kept: Kept = {
    state: state ?? newState(),
    fresh: state === undefined,
    save: () => write(() => storage.setItem(KEY, JSON.stringify(kept.state))),
    clear: () => write(() => storage.removeItem(KEY)),
  };
  return kept;
}

function listOf<T>(read: T[] | undefined): T[] {
  return Array.isArray(read) ? read : [];
}
