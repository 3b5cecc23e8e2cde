import type { AndroidApp, IosApp } from '@fairlead/contract/operations/operator';
import type { Db } from '../db/Db.ts';
import { newId } from '../lib/uuid.ts';
import { colonForm } from './colonForm.ts';
import { type Project, readProject } from './Project.ts';

export interface NewProject {
  readonly name: string;
  readonly plan: string;
  readonly defaultUrl?: string | undefined;
  readonly ios?: IosApp | undefined;
  readonly android?: AndroidApp | undefined;
}

export async function createProject(db: Db, input: NewProject): Promise<Project> {
  const row = await db
    .insertInto('projects')
    .values({
      id: newId(),
      name: input.name,
      plan: input.plan,
      default_url: input.defaultUrl ?? null,
      ios_team_id: input.ios?.teamId ?? null,
      ios_bundle_id: input.ios?.bundleId ?? null,
      ios_scheme: input.ios?.scheme ?? null,
      ios_store_id: input.ios?.storeId ?? null,
      android_package: input.android?.packageName ?? null,
      android_sha256_fingerprints: (input.android?.sha256Fingerprints ?? []).map(colonForm),
      android_scheme: input.android?.scheme ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return readProject(row);
}
