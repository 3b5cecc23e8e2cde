import type { Kysely, Transaction } from 'kysely';
import type { Db } from '../db/Db.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';
import type { Project } from '../projects/Project.ts';
import { findInstallation, findInstallationById } from './findInstallation.ts';
import { type Installation, isRecordId } from './Installation.ts';
import { checkActiveUserLimit, recordActiveUser } from './recordActiveUser.ts';
import type { Tracked, TrackOptions } from './Tracked.ts';
import { type InstallationWrites, trackTogether } from './trackTogether.ts';
import {
  type InstallationFacts,
  refreshInstallation,
  upsertInstallation,
} from './writeInstallation.ts';

interface Stores {
  readonly db: Kysely<Database>;
  readonly groups: { readonly installations: InstallationWrites };
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

/** The same within a transaction, which keeps the row locked until it ends. */
export async function trackWithin(
  db: Transaction<Database>,
  project: Project,
  facts: InstallationFacts,
  { plan, at, holder }: TrackOptions,
): Promise<Tracked> {
  const known = await refreshKnown(db, project, facts, holder, at);
  const { installation, isNew } = known
    ? { installation: known, isNew: false }
    : await upsertInstallation(db, project, facts, at);
  if (isNew) await checkActiveUserLimit(db, project, plan, installation, at);
  await recordActiveUser(db, project, installation, at);
  const { previousId } = installation;
  const previous =
    isNew && previousId !== null ? await findInstallationById(db, project, previousId) : undefined;
  return { installation, isNew, previousClientId: previous?.clientId };
}

/**
 * Two cases in which a record other than the one with this id is meant: a text that is our record id, because
 * some SDKs replace their own id with ours; and an app whose id changed with an upgrade but which still has
 * its token (Rule: credentials 5). A token copied to another device, or kept through a reinstall, does not
 * decide.
 */
async function refreshKnown(
  db: Db,
  project: Project,
  facts: InstallationFacts,
  holder: Pick<Installation, 'id'> | null | undefined,
  at: Date,
): Promise<Installation | undefined> {
  const { installationId } = facts;
  if (!holder && !isRecordId(installationId)) return undefined;
  const named = await findInstallation(db, project, installationId);
  if (named) return refreshInstallation(db, named, facts, { at, clientId: named.clientId });
  const held = holder && (await findInstallationById(db, project, holder.id));
  const sameDevice = facts.persistentDeviceId === undefined || held?.persistentDeviceId === null;
  if (!held || !sameDevice) return undefined;
  return refreshInstallation(db, held, facts, { at, clientId: installationId });
}
