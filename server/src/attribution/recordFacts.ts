import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Db } from '../db/Db.ts';
import { timeOfId } from '../lib/uuid.ts';
import type { Project } from '../projects/Project.ts';
import type { CreditKind, OpeningInstallation } from './OpeningInstallation.ts';

export interface Credit {
  readonly clickId: string;
  readonly linkKey: number;
  readonly kind: CreditKind;
  /** Time of the install or open. */
  readonly at: Date;
  readonly opener: Pick<OpeningInstallation, 'id'>;
}

/**
 * Credits a click to an install or an open, in one statement. Returns false, and changes nothing, if the click was
 * credited before: the key enforces that, not a check beforehand. The same if another click was credited with the
 * opener's install; if two try at the same moment, one fails (`isSecondInstall`), and with it the caller's
 * transaction. An opener that is being erased is not named.
 */
export async function recordFacts(db: Db, project: Project, credit: Credit): Promise<boolean> {
  const { clickId, linkKey, kind, at } = credit;
  const opener = credit.opener.id;
  const clickedAt = new Date(timeOfId(clickId));
  const { rows } = await sql<{ claimed: boolean }>`
    with claim as (
      insert into attribution_facts (click_id, kind, link_key, at, project_id, installation_id)
      select ${clickId}::uuid, 'click', ${linkKey}::bigint, ${clickedAt}::timestamptz, ${project.id}::uuid,
             ${notErased(opener)}
      where ${kind} <> 'install' or not exists (
        select from attribution_facts where kind = 'install' and installation_id = ${opener}::uuid
      )
      on conflict do nothing
      returning click_id, installation_id
    ), fact as (
      insert into attribution_facts (click_id, kind, link_key, at, project_id, installation_id)
      select click_id, ${kind}, ${linkKey}::bigint, ${at}::timestamptz, ${project.id}::uuid, installation_id
      from claim
    ), spent as (
      update click_signals set used = true where click_id in (select click_id from claim)
    )
    select exists (select from claim) as claimed`.execute(db);
  return rows[0]?.claimed === true;
}

/** The id of an existing installation, locked until the transaction ends; null for an erased one. */
export function notErased(installationId: string | null) {
  return sql`(select id from installations where id = ${installationId}::uuid for key share)`;
}

/** Whether an install was recorded for the same installation at the same moment. */
export function isSecondInstall(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === 'attribution_facts_installation';
}
