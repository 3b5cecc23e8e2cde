import { endSession, startSession } from '../contract.ts';
import type { FairleadError } from '../core/FairleadError.ts';
import type { Context } from './context.ts';

/** A session lasts while the app is in the foreground; bootstrap starts the first one. */
export function createSessions(context: Context) {
  const { note } = context.receipt;

  async function enter(): Promise<void> {
    if (!context.ready || context.sessionId || !context.agreed() || !context.active) return;
    const { era } = context;
    try {
      const body = { installationId: context.kept!.state.id };
      const { data } = await context.call(startSession, { body }, { repeatable: true });
      if (era === context.era) context.sessionId = data.sessionId;
      note('session', 'ok', 'Begun');
    } catch (error) {
      note('session', 'failed', (error as FairleadError).message);
    }
  }

  async function leave(): Promise<void> {
    const { sessionId } = context;
    if (!sessionId) return;
    context.sessionId = undefined;
    try {
      const how = { keepalive: true, repeatable: true };
      await context.call(endSession, { params: { sessionId } }, how);
      note('session', 'ok', 'Ended');
    } catch (error) {
      note('session', 'failed', (error as FairleadError).message);
    }
  }

  // In the order of the calls: leaving the app while a session is starting ends that session.
  let last = Promise.resolve();
  const inTurn = (act: () => Promise<void>) => () => (last = last.then(act));
  return { enter: inTurn(enter), leave: inTurn(leave) };
}
