import { sql } from 'kysely';
import type { Db } from '../db/Db.ts';
import type { Installation } from '../installations/Installation.ts';
import { newId } from '../lib/uuid.ts';

/** What the app reports about the start of a session. */
export interface SessionFacts {
  readonly networkType?: string | undefined;
  readonly deviceOrientation?: string | undefined;
  /** 0 to 1. */
  readonly batteryLevel?: number | undefined;
  readonly isCharging?: boolean | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
}

/**
 * Starts a session and ends the one that is still active, at the same moment (Rule: sessions). The
 * caller's transaction has locked the installation's row; otherwise two starts would collide.
 */
export async function insertSession(
  db: Db,
  installation: Pick<Installation, 'id' | 'projectId'>,
  facts: SessionFacts,
  at: Date,
): Promise<{ id: string }> {
  const id = newId(at.getTime());
  const metadata = facts.metadata === undefined ? null : JSON.stringify(facts.metadata);
  // The insert reads from the update, so that the older session has ended when the new one begins.
  await sql`
    with ended as (
      update sessions set state = 'ended', ended_at = greatest(started_at, ${at})
      where installation_id = ${installation.id} and state = 'active'
      returning id
    )
    insert into sessions (id, project_id, installation_id, state, started_at, network_type,
                          device_orientation, battery_level, is_charging, metadata)
    select ${id}::uuid, ${installation.projectId}::uuid, ${installation.id}::uuid, 'active',
           ${at}::timestamptz, ${facts.networkType ?? null}, ${facts.deviceOrientation ?? null},
           ${facts.batteryLevel ?? null}::float8, ${facts.isCharging ?? null}::boolean,
           ${metadata}::jsonb
    from (select count(*) from ended) as done`.execute(db);
  return { id };
}
