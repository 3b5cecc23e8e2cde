import type { Transaction } from 'kysely';
import type { Db } from '../db/Db.ts';
import { UUID_PATTERN } from '../lib/uuid.ts';
import type { PlanEntry } from '../plans/readPlans.ts';
import type { Project } from '../projects/Project.ts';
import { findInstallation, findInstallationById } from './findInstallation.ts';
import type { Installation } from './Installation.ts';
import { checkActiveUserLimit, recordActiveUser } from './recordActiveUser.ts';
import {
  type InstallationFacts,
  refreshInstallation,
  upsertInstallation,
} from './writeInstallation.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/schema.ts';

export interface TrackOptions {
  readonly plan: PlanEntry;
  readonly at: Date;
  /** The record that the caller's valid token names. */
  readonly holder?: Pick<Installation, 'id'> | null | undefined;
}

export interface Tracked {
  readonly installation: Installation;
  readonly isNew: boolean;
  /** On a reinstall, and then only in the call that records it: the installation before this one. */
  readonly previous: Installation | undefined;
}

/**
 * Creates or refreshes an installation and counts it as active. Fields that are left out keep their value.
 * The same id, from however many calls at once, is one row. FORBIDDEN when the plan has no room for a new one.
 */
export function trackInstallation(
  db: Db,
  project: Project,
  facts: InstallationFacts,
  options: TrackOptions,
): Promise<Tracked> {
  return inTransaction(db, (transaction) => trackWithin(transaction, project, facts, options));
}

/** The same as a part of a transaction, until whose end the row stays locked. */
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
  return { installation, isNew, previous };
}

/**
 * Two cases in which another record than that of this very id is meant: a text that is our record id, for some
 * SDKs replace their own id with ours; and an app whose id changed with an upgrade but which still holds its
 * token (Rule: credentials 5). A token that came along to another device, or through a reinstallation,
 * does not decide.
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

/** Ours are uuids of version 7; apps make theirs of version 4. */
function isRecordId(text: string): boolean {
  return UUID_PATTERN.test(text) && text[14] === '7';
}
