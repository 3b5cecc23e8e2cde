import type { AndroidApp, IosApp } from '@fairlead/contract/operations/operator';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { newId } from '#platform/lib/uuid.ts';
import { checkName } from '../accounts/users/checkName.ts';
import { colonForm } from './colonForm.ts';
import { type Project, readProject } from './Project.ts';

export interface NewProject {
  readonly name: string;
  readonly plan: string;
  readonly defaultUrl?: string | undefined;
  readonly ios?: IosApp | undefined;
  readonly android?: AndroidApp | undefined;
}

/** Throws VALIDATION_ERROR for a name that mails must not have. */
export async function createProject(db: Db, input: NewProject): Promise<Project> {
  const findings = checkName('name', input.name);
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
  const row = await db
    .insertInto('projects')
    .values({
      id: newId(),
      name: input.name,
      plan: input.plan,
      default_url: input.defaultUrl ?? null,
      ...iosColumns(input.ios),
      ...androidColumns(input.android),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return readProject(row);
}

function iosColumns(ios: IosApp = {}) {
  return {
    ios_team_id: ios.teamId ?? null,
    ios_bundle_id: ios.bundleId ?? null,
    ios_scheme: ios.scheme ?? null,
    ios_store_id: ios.storeId ?? null,
  };
}

function androidColumns(android: AndroidApp = {}) {
  return {
    android_package: android.packageName ?? null,
    android_sha256_fingerprints: (android.sha256Fingerprints ?? []).map(colonForm),
    android_scheme: android.scheme ?? null,
  };
}
