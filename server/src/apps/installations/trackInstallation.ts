import type { Kysely, Transaction } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { askAll } from '#platform/db/groupCalls.ts';
import { inTransaction } from '#platform/db/inTransaction.ts';
import type { Database } from '#platform/db/schema.ts';
import type { PlanEntry } from '#teams/plans/readPlans.ts';
import type { Project } from '#teams/projects/Project.ts';
import { checkActiveUserLimit, limitsActiveUsers } from './activeUsers.ts';
import { findInstallation, findInstallationById } from './findInstallation.ts';
import { type Installation, isRecordId, readInstallation } from './Installation.ts';
import {
  givenOf,
  type InstallationFacts,
  type InstallationWrites,
  TRACK_INSTALLATIONS,
  type TrackedRow,
} from './writeInstallations.ts';

interface Stores {
  readonly db: Kysely<Database>;
  readonly groups: { readonly installations: InstallationWrites };
}

export interface TrackOptions {
  readonly plan: PlanEntry;
  readonly at: Date;
  /** The record that the caller's valid token names. */
  readonly holder?: Pick<Installation, 'id'> | null | undefined;
}

export interface Tracked {
  readonly installation: Installation;
  readonly isNew: boolean;
  /** Of a reinstall: the app's own id of the installation before. */
  readonly previousClientId: string | undefined;
}

/**
 * Creates or refreshes an installation and counts it as active. Omitted fields keep their value. The same id
 * is one row, no matter how many calls arrive at once. FORBIDDEN if the plan allows no new one.
 */
export async function trackInstallation(
  { db, groups }: Stores,
  project: Project,
  facts: InstallationFacts,
  options: TrackOptions,
): Promise<Tracked> {
  const tracked = await trackTogether(groups.installations, project, facts, options);
  if (tracked) return tracked;
  return inTransaction(db, (transaction) => trackWithin(transaction, project, facts, options));
}

/**
 * The same in one statement with simultaneous ones, which may also start a session. Undefined if it has to be decided on
 * its own: the caller sends a token, the id may be our record id, or the plan is limited.
 */
export async function trackTogether(
  group: InstallationWrites,
  project: Project,
  facts: InstallationFacts,
  { plan, at, holder }: TrackOptions,
  sessionId?: string,
): Promise<Tracked | undefined> {
  if (holder || isRecordId(facts.installationId) || limitsActiveUsers(plan)) return undefined;
  const row = await group.call(
    { ...givenOf(project, facts, at), session_id: sessionId },
    { key: `${project.id} ${facts.installationId}`, owner: project.id },
  );
  return row && readTracked(row);
}

/** The same within a transaction, which keeps the row locked until it ends. */
export async function trackWithin(
  db: Transaction<Database>,
  project: Project,
  facts: InstallationFacts,
  { plan, at, holder }: TrackOptions,
): Promise<Tracked> {
  const installationId = await findClientId(db, project, facts, holder);
  const given = givenOf(project, { ...facts, installationId }, at);
  const [row] = await askAll(db, TRACK_INSTALLATIONS, [given]);
  if (row!.inserted && row!.counted) await checkActiveUserLimit(db, project, plan, at);
  return readTracked(row!);
}

function readTracked(row: TrackedRow): Tracked {
  return {
    installation: readInstallation(row),
    isNew: row.inserted,
    previousClientId: row.previous_client_id ?? undefined,
  };
}

/**
 * The app's own id of the record that is meant. Two cases in which it is another one than that with the id sent: a text
 * that is our record id, because some SDKs replace their own id with ours; and an app whose id changed with an upgrade
 * but which still has its token (Rule: credentials 5): its record gets the new id. A token copied to another device, or
 * kept through a reinstall, does not decide.
 */
async function findClientId(
  db: Db,
  project: Project,
  { installationId, persistentDeviceId }: InstallationFacts,
  holder: Pick<Installation, 'id'> | null | undefined,
): Promise<string> {
  if (!holder && !isRecordId(installationId)) return installationId;
  const named = await findInstallation(db, project, installationId);
  if (named) return named.clientId;
  const held = holder && (await findInstallationById(db, project, holder.id));
  if (held && (persistentDeviceId === undefined || held.persistentDeviceId === null)) {
    await db
      .updateTable('installations')
      .set({ client_id: installationId })
      .where('id', '=', held.id)
      .where('project_id', '=', project.id)
      .execute();
  }
  return installationId;
}
