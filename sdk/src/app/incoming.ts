import { resolveLink } from '../contract.ts';
import { FairleadError } from '../core/FairleadError.ts';
import type { Context } from './context.ts';
import { createDelivery } from './deliver.ts';
import { readParameters } from './readParameters.ts';
import type { Kept, PendingLink } from './state.ts';
import type { OpenedLink, ReceivedLink, SchemaOptions } from './types.ts';

/**
 * Milliseconds within which a repeated URL is the same visit: it may arrive twice, when the screen is created and when
 * it resumes.
 */
const SAME_VISIT = 10_000;
/** Milliseconds after which an undelivered link is dropped, because no one expects it any more. */
const MAX_WAIT_MS = 24 * 3600 * 1000;

/** URLs on their way from the phone to the listener, each delivered once. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createIncoming<Parameters>(
  context: Context,
  { schema, onInvalidLink }: SchemaOptions<Parameters>,
) {
  const { receipt } = context;
  const { note } = receipt;
  const now = context.options.now ?? Date.now;
  const delivery = createDelivery<Parameters>(settle);
  /** URLs of this process with the time they arrived, by a monotonic clock. */
  const seen = new Map<string, number>();
  /** Resolved, and held for a listener. */
  const held = new Set<string>();

  function settle(opened: OpenedLink<Parameters>, faults: readonly unknown[]): void {
    for (const fault of faults) note('deliver', 'failed', `A listener threw: ${String(fault)}`);
    note('deliver', 'ok', opened.url);
    receipt.delivered += 1;
    remember(opened);
    forget(opened.url);
  }

  /** Stored together with what is forgotten. */
  function remember({ url, link, deferred }: ReceivedLink): void {
    const { kept } = context;
    if (!kept) return;
    const { state } = kept;
    state.last = { url, link, deferred };
    if (state.pending.some((each) => each.url === url && each.first)) state.first ??= state.last;
  }

  function forget(url: string): void {
    held.delete(url);
    const { kept } = context;
    if (!kept) return;
    kept.state.pending = kept.state.pending.filter((each) => each.url !== url);
    void kept.save();
  }

  function accept(url: string, deferred: boolean): void {
    const { kept } = context;
    if (!kept || context.stopped) return;
    const came = monotonic();
    const last = seen.get(url);
    const waiting = kept.state.pending.some((each) => each.url === url);
    seen.set(url, came);
    if (waiting || (last !== undefined && came - last < SAME_VISIT)) {
      return note('url', 'skipped', `The same visit once more: ${url}`);
    }
    note('url', 'ok', url);
    const first = deferred || context.opening;
    kept.state.pending.push({ url, at: now(), deferred, ...(first && { first }) });
    void kept.save();
  }

  async function resolve(url: string, deferred: boolean): Promise<ReceivedLink> {
    const { data: link } = await context.call(resolveLink, { query: { url } });
    return { url, link, deferred };
  }

  async function readLink(received: ReceivedLink): Promise<OpenedLink<Parameters>> {
    return { ...received, parameters: await readParameters(received.link, schema) };
  }

  async function resolvePending({ url, at, deferred }: PendingLink): Promise<void> {
    const { era } = context;
    // If the clock was set back, the age is unknown.
    if (now() - at > MAX_WAIT_MS) {
      note('resolve', 'failed', `It waited for more than a day: ${url}`);
      return forget(url);
    }
    let received: ReceivedLink;
    try {
      received = await resolve(url, deferred);
    } catch (error) {
      if (era === context.era && context.report('resolve', error) === 'failed') forget(url);
      return;
    }
    if (era !== context.era) return;
    note('resolve', 'ok', received.link.slug);
    receipt.resolved += 1;
    await handOver(received);
  }

  /** To the listeners or, if it does not fit the schema, to `onInvalidLink`. */
  async function handOver(received: ReceivedLink): Promise<void> {
    const { era } = context;
    const { url } = received;
    const read = await readLink(received).catch((fault: FairleadError) => fault);
    if (era !== context.era) return;
    if (read instanceof FairleadError) {
      note('deliver', 'failed', read.message);
      forget(url);
      return refuse(read, received);
    }
    held.add(url);
    delivery.deliver(read);
    if (held.has(url)) note('deliver', 'waiting', 'Nobody listens yet');
  }

  function refuse(fault: FairleadError, received: ReceivedLink): void {
    try {
      onInvalidLink?.(fault, received);
    } catch (thrown) {
      note('deliver', 'failed', `onInvalidLink threw: ${String(thrown)}`);
    }
  }

  return {
    accept,
    readLink,
    open: async (url: string) => readLink(await resolve(url, false)),
    listen: delivery.listen,
    async resolveAll(): Promise<void> {
      for (const pending of context.kept!.state.pending.slice()) {
        if (!context.stopped && !held.has(pending.url)) await resolvePending(pending);
      }
    },
    /** Drops everything received so far. */
    drop({ state }: Kept) {
      delivery.drop();
      held.clear();
      seen.clear();
      state.pending = [];
      state.pasted = undefined;
      state.last = undefined;
    },
  };
}

function monotonic(): number {
  return (globalThis as { performance?: { now(): number } }).performance?.now() ?? Date.now();
}
