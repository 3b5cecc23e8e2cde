import { createHash } from 'node:crypto';
import { parameterFinding } from '@fairlead/contract/finding';
import { LIMITS } from '@fairlead/contract/limits';
import type { Auth, OperationDeclaration } from '@fairlead/contract/operation';
import type { App } from '../../App.ts';
import { type KeptReply, makeOnce } from '#platform/db/keptReplies.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Call, CallerOf, Reply, Route } from './route.ts';

/**
 * Answers a creation under an `Idempotency-Key` once, and its repetitions with the same reply (Rule: operations 12).
 * Without the header, as the route does.
 */
export async function answerOnce(
  { operation, handle }: Route,
  call: Call<OperationDeclaration>,
): Promise<Reply> {
  const key = call.request.header('idempotency-key');
  if (key === undefined) return handle(call);
  if (key.length === 0 || key.length > LIMITS.idempotencyKeyLength) {
    const message = `Idempotency-Key must be 1 to ${LIMITS.idempotencyKeyLength} characters long`;
    throw new Problem('VALIDATION_ERROR', parameterFinding('Idempotency-Key', 'format', message));
  }
  const keyed = { caller: nameOf(call.caller), key, requestHash: hashOf(operation, call) };
  const outcome = await makeOnce(call.app.db, keyed, async (db) => {
    const app: App = { ...call.app, db };
    return keepable(await handle({ ...call, app }));
  });
  switch (outcome.kind) {
    case 'made':
      // What was written is committed only now.
      await call.app.changes.caughtUp();
      return outcome.reply;
    case 'kept': {
      const headers = { ...outcome.reply.headers, 'idempotency-replayed': 'true' };
      return { ...outcome.reply, headers };
    }
    case 'reused':
      throw new Problem(
        'IDEMPOTENCY_KEY_REUSED',
        'The Idempotency-Key was used for another request; use a new one for each creation',
      );
    case 'underWay':
      throw new Problem(
        'CONFLICT',
        'The first request with this Idempotency-Key is under way; send it again in a moment',
        { 'retry-after': '1' },
      );
    default:
      return outcome satisfies never;
  }
}

function nameOf(caller: CallerOf<Auth>): string {
  if (caller.kind === 'key') return `key ${caller.key.id}`;
  return caller.kind === 'user' ? `user ${caller.user.id}` : caller.kind;
}

function hashOf(
  { id }: OperationDeclaration,
  { params, query, body }: Call<OperationDeclaration>,
): string {
  return createHash('sha256')
    .update(JSON.stringify([id, params, query, body]))
    .digest('base64url');
}

/** Tokens are not stored; a repetition gets the ones of its own call. */
function keepable({ status, body, headers = {} }: Reply): KeptReply {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'x-installation-token' ? [[name, value] as const] : [],
  );
  return { status, body: body as KeptReply['body'], headers: Object.fromEntries(kept) };
}
