import type { Context, Part } from '../app/context.ts';
import type { Kept } from '../app/state.ts';
import { recordSdkEvents } from '../contract.ts';
import { FairleadError } from '../core/FairleadError.ts';
import { isPassing, newId } from '../core/send.ts';
import { createQueue, type Waiting } from './createQueue.ts';
import type { EventDetails, EventsOptions, Tracking } from './types.ts';

/** What the server takes in a call. */
const MAX_EVENTS = 100;
/** Characters of a call, at most three bytes each: of its megabyte, and of the 64 KB that may outlive a page. */
const MAX_LENGTH = 300_000;
const MAX_LEAVING_LENGTH = 20_000;
/** So many are not left to wait. */
const ENOUGH = 20;
/** Events before the person was asked, in memory. */
const MAX_EARLY = 1_000;
const MAX_DELAY_MS = 300_000;
const NOT_OURS = {
  status: 200,
  code: 'INVALID_ANSWER',
  message: 'The answer is not from a Fairlead server',
};

/** Events on their way to the server, each counted once: stored first, and sent until the server has answered. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createTracking(
  context: Context,
  load: () => Promise<Kept>,
  { sendDelay = 5_000 }: EventsOptions,
): Tracking & Part {
  const { options } = context;
  const now = options.now ?? Date.now;
  const note = context.receipt.note.bind(undefined, 'track');
  const queue = createQueue(options.storage, now, (fault) =>
    note('failed', `Storage: ${String(fault)}`),
  );
  /** Of a person who was not asked yet. */
  let early: { readonly id: string; readonly text: string }[] = [];
  let refused = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending = false;
  let failures = 0;
  /** The server has said when it is to be asked again. */
  let mustWait = false;
  let most = MAX_EVENTS;

  async function track(name: string, details?: EventDetails): Promise<void> {
    const at = new Date(now()).toISOString();
    try {
      const { state } = context.kept ?? (await load());
      const eventId = newId();
      const text = JSON.stringify({
        ...details,
        eventId,
        name,
        installationId: state.id,
        at,
      });
      if (state.consent ?? options.consent ?? true) await keep(eventId, text);
      else if (state.consent === undefined && !refused && early.length < MAX_EARLY) {
        early.push({ id: eventId, text });
      }
    } catch (fault) {
      note('failed', `${name}: ${String(fault)}`);
    }
  }

  async function keep(id: string, text: string): Promise<void> {
    const waiting = await queue.add(id, text);
    // After a failure there is a time for the next try.
    if (failures > 0) return;
    if (waiting >= ENOUGH && !sending) void send();
    else later(sendDelay);
  }

  function later(milliseconds: number): void {
    if (context.stopped) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      mustWait = false;
      void send();
    }, milliseconds);
  }

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  /** One call after the other, until nothing waits or one has failed. */
  async function send(): Promise<void> {
    // An app that leaves does not wait for an answer first.
    if (sending && context.active) return;
    cancel();
    sending = true;
    try {
      while (await sendBatch());
    } finally {
      sending = false;
    }
  }

  async function sendBatch(): Promise<boolean> {
    if (context.stopped || !context.kept || !context.agreed()) return false;
    const leaving = !context.active;
    const batch = await queue.take(most, leaving ? MAX_LEAVING_LENGTH : MAX_LENGTH, !leaving);
    sayDropped();
    if (batch.length === 0) return false;
    try {
      const body = {
        events: batch.map(({ event }) => event),
        sentAt: new Date(now()).toISOString(),
      };
      const how = { repeatable: true, maxRetries: 0, keepalive: leaving };
      const { data, requestId } = await context.call(recordSdkEvents, { body }, how);
      if (!Array.isArray(data.errors)) throw new FairleadError(NOT_OURS);
      sayErrors(batch, data.errors);
      failures = 0;
      most = MAX_EVENTS;
      note('ok', `${batch.length} sent`, requestId);
      await queue.remove(batch.map(({ name }) => name));
      return true;
    } catch (fault) {
      return await mayGoOn(batch, fault as FairleadError);
    } finally {
      queue.giveBack(batch);
    }
  }

  /** What refuses a whole call for good is found by halves, so that one event takes no others along. */
  async function mayGoOn(batch: readonly Waiting[], error: FairleadError): Promise<boolean> {
    const { status, message, requestId, retryAfter = 0 } = error;
    if (isPassing(error) || status === 401 || status === 403) {
      note('waiting', message, requestId);
      const delay = Math.min((options.queueDelay ?? 15_000) * 2 ** failures, MAX_DELAY_MS);
      failures += 1;
      mustWait = retryAfter > 0;
      cancel();
      later(Math.max(delay * (0.75 + Math.random() / 4), retryAfter * 1000));
      return false;
    }
    if (batch.length > 1 && (status === 400 || status === 413)) {
      most = Math.ceil(batch.length / 2);
      return true;
    }
    note('failed', message, requestId);
    await queue.remove(batch.map(({ name }) => name));
    return true;
  }

  function sayErrors(
    batch: readonly Waiting[],
    errors: readonly { readonly index: number; readonly message: string }[],
  ): void {
    for (const { index, message } of errors) {
      note('failed', `${batch[index]?.event.name}: ${message}`);
    }
  }

  function sayDropped(): void {
    if (queue.dropped === 0) return;
    note('failed', `${queue.dropped} dropped, which were too many or too old`);
    queue.dropped = 0;
  }

  async function sendEarly(): Promise<void> {
    if (context.kept && context.agreed()) {
      for (const { id, text } of early.splice(0)) await queue.add(id, text);
    }
    await send();
  }

  return {
    track,
    trackPurchase: ({ amount, currency, ...details }) =>
      track('PURCHASE', { ...details, revenue: { amount, currency } }),
    wake() {
      if (mustWait) return;
      failures = 0;
      void sendEarly();
    },
    async forget() {
      refused = true;
      early = [];
      await queue.clear();
    },
    cancel() {
      cancel();
      mustWait = false;
      failures = 0;
    },
  };
}
