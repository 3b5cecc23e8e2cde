import { type Attachable, createContext, type Part } from './context.ts';
import { createCustomer } from './customer.ts';
import { createFirstOpen } from './firstOpen.ts';
import { createIncoming } from './incoming.ts';
import { createLinkRequests } from './linkRequests.ts';
import { createSessions } from './sessions.ts';
import { type Kept, newState, readState } from './state.ts';
import type { App, AppOptions, SchemaOptions, Unsubscribe } from './types.ts';
import { createWorker } from './createWorker.ts';
import { newId } from '../core/send.ts';

const FIRST_QUEUE_DELAY = 15_000;

/** Receives the links that open an app: bootstrap, deferred match, resolve and sessions, each retried as needed. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createApp<Parameters = Record<string, unknown>>(
  options: AppOptions & SchemaOptions<Parameters>,
): App<Parameters> & Attachable {
  const context = createContext(options);
  const { receipt } = context;
  const incoming = createIncoming<Parameters>(context, options);
  const firstOpen = createFirstOpen(context, incoming.accept);
  const sessions = createSessions(context);
  const requests = createLinkRequests(context);
  const customer = createCustomer(context);
  const worker = createWorker(work, options.queueDelay ?? FIRST_QUEUE_DELAY);
  context.retryLater = (seconds) => {
    if (!context.stopped) worker.runLater(seconds);
  };
  const unsubscribe: Unsubscribe[] = [];
  let loading: Promise<Kept> | undefined;
  let starting: Promise<void> | undefined;
  let part: Part | undefined;

  async function work(): Promise<void> {
    if (context.stopped || !context.kept) return;
    await firstOpen.ensureBootstrap();
    if (!context.active) await sessions.leave();
    await incoming.resolveAll();
    await firstOpen.ensureMatch();
    await incoming.resolveAll();
    await requests.createAll();
    await customer.tell();
  }

  function onActive(active: boolean): void {
    if (active === context.active || context.stopped) return;
    context.active = active;
    if (!active) {
      part?.wake();
      return void sessions.leave();
    }
    wake();
    void sessions.enter();
  }

  function wake(): void {
    void worker.runNow();
    part?.wake();
  }

  const load = () =>
    (loading ??= readState(options.storage, (fault) =>
      receipt.note('start', 'failed', `Storage: ${String(fault)}`),
    ));

  async function begin(): Promise<void> {
    context.stopped = false;
    const early: string[] = [];
    const onUrl = (url: string) => {
      if (!context.kept) {
        early.push(url);
        return;
      }
      incoming.accept(url, false);
      void worker.runNow();
    };
    // Before awaiting anything: a URL that opens the app meanwhile must not be missed.
    if (options.onUrl) unsubscribe.push(options.onUrl(onUrl));
    if (options.onActive) unsubscribe.push(options.onActive(onActive));
    if (options.onOnline) unsubscribe.push(options.onOnline(wake));
    const [kept, first, device] = await Promise.all([
      load(),
      quietly(options.initialUrl),
      quietly(options.device),
    ]);
    context.device = device ?? {};
    context.kept = kept;
    context.opening = kept.fresh;
    receipt.firstOpen = kept.fresh;
    receipt.waiting = () => context.kept?.state.pending.length ?? 0;
    receipt.installationId = () => (context.agreed() ? context.kept?.state.id : undefined);
    receipt.note('start', 'ok', kept.fresh ? 'First open' : 'Opened again');
    await kept.save();
    if (first) incoming.accept(first, false);
    for (const url of early) incoming.accept(url, false);
    await worker.run();
    context.opening = false;
    part?.wake();
  }

  async function quietly<T>(read: (() => T | Promise<T>) | undefined): Promise<T | undefined> {
    try {
      return await read?.();
    } catch (fault) {
      receipt.note('start', 'failed', String(fault));
      return undefined;
    }
  }

  const start = () => (starting ??= begin());

  function hush(): void {
    context.stopped = true;
    worker.cancel();
    part?.cancel();
    for (const each of unsubscribe.splice(0)) each();
  }

  /** Work in progress belongs to the previous person from here on. */
  function turn(): void {
    context.era += 1;
    context.sessionId = undefined;
  }

  /** Waits for the storage alone. A link that does not fit the schema of a newer app is none. */
  async function recall(which: 'last' | 'first') {
    const received = (await load()).state[which];
    return received && incoming.readLink(received).catch(() => undefined);
  }

  return {
    start,
    onLink: incoming.listen,
    lastLink: () => recall('last'),
    firstLink: () => recall('first'),
    async createLink(link, { later = false } = {}) {
      const request = { ...link, externalId: link.externalId ?? newId() };
      if (!later) {
        await starting;
        return requests.create(request);
      }
      const made = requests.keep(await load(), request);
      void worker.runNow();
      return made;
    },
    async resolve(url) {
      await starting;
      return incoming.open(url);
    },
    receipt: receipt.read,
    async pasted(text) {
      await start();
      if (await firstOpen.takePasted(text)) await worker.runNow();
    },
    async useTestCode(code) {
      await start();
      await firstOpen.useTestCode(code);
      await worker.runNow();
    },
    async setConsent(given) {
      await start();
      if (!given) await part?.forget();
      if (!context.kept || context.agreed() === given) return;
      if (!given) {
        await sessions.leave();
        turn();
        const { matched, pending, requested } = context.kept.state;
        context.kept.state = { ...newState(), matched, pending, requested };
      }
      context.kept.state.consent = given;
      await context.kept.save();
      firstOpen.reset();
      await worker.runNow();
      part?.wake();
    },
    async identify(customerId, proof) {
      const kept = await load();
      customer.set(kept, customerId, proof);
      await kept.save();
      await worker.runNow();
    },
    async signOut() {
      await starting;
      await sessions.leave();
      turn();
      const kept = await load();
      incoming.drop(kept);
      requests.drop(kept);
      customer.set(kept, null);
      await kept.save();
      void worker.runNow();
      await sessions.enter();
    },
    async erase() {
      await starting;
      await sessions.leave();
      turn();
      const kept = await load();
      incoming.drop(kept);
      requests.drop(kept);
      hush();
      await part?.forget();
      await kept.clear();
      context.kept = undefined;
      firstOpen.reset();
      loading = undefined;
      starting = undefined;
    },
    async stop() {
      hush();
      await starting;
      await sessions.leave();
    },
    attach(make) {
      const made = make(context, load);
      part = made;
      return made;
    },
  };
}
