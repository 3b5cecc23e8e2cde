import { createLink, type Link } from '../contract.ts';
import { FairleadError } from '../core/FairleadError.ts';
import type { Context } from './context.ts';
import type { Kept, LinkRequest } from './state.ts';

interface Waiting {
  readonly link: Promise<Link>;
  readonly resolve: (link: Link) => void;
  readonly reject: (error: unknown) => void;
}

/** Links that the app creates itself, at once or as soon as the server answers. Repeating a request makes no second link. */
export function createLinkRequests(context: Context) {
  /** Who waits for a link of this process, by its `externalId`. */
  const waiting = new Map<string, Waiting>();

  async function create(body: LinkRequest): Promise<Link> {
    return (await context.call(createLink, { body }, { repeatable: true })).data;
  }

  /** Removes a request that has been answered; whoever waits for it is to be told. */
  async function settle({ externalId }: LinkRequest): Promise<Waiting | undefined> {
    const { state, save } = context.kept!;
    state.requested = state.requested.filter((each) => each.externalId !== externalId);
    await save();
    const waiter = waiting.get(externalId);
    waiting.delete(externalId);
    return waiter;
  }

  return {
    create,
    /** Stores a request before anything else; the link comes with `createAll`, perhaps of a later process. */
    async keep({ state, save }: Kept, body: LinkRequest): Promise<Link> {
      const { externalId } = body;
      const waiter = waiting.get(externalId) ?? newWaiting();
      waiting.set(externalId, waiter);
      if (!state.requested.some((each) => each.externalId === externalId)) {
        state.requested.push(body);
        await save();
      }
      return waiter.link;
    },
    async createAll(): Promise<void> {
      for (const request of context.kept?.state.requested.slice() ?? []) {
        const { era } = context;
        if (context.stopped) return;
        try {
          const link = await create(request);
          if (era !== context.era) return;
          context.receipt.note('create', 'ok', link.shortUrl);
          (await settle(request))?.resolve(link);
        } catch (error) {
          if (era !== context.era || context.report('create', error) === 'waiting') return;
          (await settle(request))?.reject(error);
        }
      }
    },
    /** Drops what has not been created yet. */
    drop({ state }: Kept): void {
      const message = 'The app has signed out, or was erased, before the link was created';
      for (const { reject } of waiting.values()) {
        reject(new FairleadError({ status: 0, code: 'DROPPED', message }));
      }
      waiting.clear();
      state.requested = [];
    },
  };
}

function newWaiting(): Waiting {
  let resolve: Waiting['resolve'] = () => undefined;
  let reject: Waiting['reject'] = () => undefined;
  const link = new Promise<Link>((...both) => ([resolve, reject] = both));
  return { link, resolve, reject };
}
