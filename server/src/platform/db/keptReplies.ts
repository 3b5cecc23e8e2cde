import { sql, type Kysely, type Transaction } from 'kysely';
import { DAY_MS } from '../lib/time.ts';
import type { Db } from './Db.ts';
import type { Database } from './schema.ts';

/** A creation under an `Idempotency-Key`. */
export interface KeyedCall {
  readonly caller: string;
  readonly key: string;
  readonly requestHash: string;
}

export interface KeptReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

type Outcome =
  | { readonly kind: 'made' | 'kept'; readonly reply: KeptReply }
  /** The key was used for another request, or the first call is under way. */
  | { readonly kind: 'reused' | 'underWay' };

/**
 * Runs `make` once for all calls with the same key of a day, and keeps its reply in the transaction of what it makes:
 * neither exists without the other. What `make` throws is not kept.
 */
export function makeOnce(
  db: Kysely<Database>,
  { caller, key, requestHash }: KeyedCall,
  make: (tx: Transaction<Database>) => Promise<KeptReply>,
): Promise<Outcome> {
  return db.transaction().execute(async (tx): Promise<Outcome> => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`kept ${caller} ${key}`}, 0)) as locked`.execute(
      tx,
    );
    if (rows[0]?.locked !== true) return { kind: 'underWay' };
    const kept = await tx
      .selectFrom('kept_replies')
      .selectAll()
      .where('caller', '=', caller)
      .where('idempotency_key', '=', key)
      .executeTakeFirst();
    if (kept && kept.created_at.getTime() > Date.now() - DAY_MS) {
      if (kept.request_hash !== requestHash) return { kind: 'reused' };
      const headers = JSON.parse(kept.headers) as KeptReply['headers'];
      const body = JSON.parse(kept.body) as KeptReply['body'];
      return { kind: 'kept', reply: { status: kept.status, headers, body } };
    }
    const reply = await make(tx);
    const stored = {
      request_hash: requestHash,
      status: reply.status,
      headers: JSON.stringify(reply.headers),
      body: JSON.stringify(reply.body),
      created_at: new Date(),
    };
    await tx
      .insertInto('kept_replies')
      .values({ caller, idempotency_key: key, ...stored })
      .onConflict((one) => one.columns(['caller', 'idempotency_key']).doUpdateSet(stored))
      .execute();
    return { kind: 'made', reply };
  });
}

/** Deletes the replies that are older than a day. */
export async function deleteOldReplies(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS);
  await db.deleteFrom('kept_replies').where('created_at', '<', before).execute();
}
