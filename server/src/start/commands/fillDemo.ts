import type { Numbers } from '#visits/numbers/openNumbers.ts';
import type { Logger } from 'pino';
import { insertUser, prepareUser } from '#teams/accounts/users/createUser.ts';
import { findServerOwner } from '#teams/accounts/users/findServerOwner.ts';
import { generatePassword } from '#teams/accounts/passwords/generatePassword.ts';
import type { User } from '#teams/accounts/users/User.ts';
import { recordAudit } from '#teams/audit/recordAudit.ts';
import type { Config } from '#platform/config/config.ts';
import { DEMO_PROJECT } from '../demo/campaigns.ts';
import { fillProject } from '../demo/fillProject.ts';
import { giveDomain } from '#teams/domains/giveDomain.ts';
import { domainSourceOf } from '#faces/http/api/domains/examine/domainSource.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import { openClickStore } from '../serving/openClickStore.ts';
import { openGroups } from '../serving/openGroups.ts';
import { type Maintenance, openMaintenance } from './openMaintenance.ts';
import { countUsage } from '#teams/plans/countUsage.ts';
import { createOwnProject } from '#teams/projects/createOwnProject.ts';
import { findProject } from '#teams/projects/findProject.ts';
import type { Project } from '#teams/projects/Project.ts';

export interface DemoOptions {
  /** Id of the project to fill; without it one is created. */
  readonly project?: string | undefined;
  /** Whether to fill a project that already has links. */
  readonly yes: boolean;
}

/** The same visits each time it is run on one day. */
const SEED = 20;
const REQUESTS = 15_000;

/** `demo`: shows what a server looks like after three months of use, for screenshots and trials. */
export async function fillDemo(
  config: Config,
  log: Logger,
  { project: id, yes }: DemoOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const began = Date.now();
  await using open = await openMaintenance(config, log);
  const { project, owner, password } =
    id === undefined ? await makeProject(open) : await takeProject(open, id, yes);
  const options = { seed: SEED, requests: REQUESTS, now: began };
  await using stack = new AsyncDisposableStack();
  const { db, pool } = open;
  const clickStore = await openClickStore(
    { config, pool, groups: pool, db, background: db, log },
    stack,
  );
  // Visits are loaded before anything looks for them.
  const numbers: Pick<Numbers, 'settle'> = { settle: (work) => work(clickStore) };
  const stores = { ...open, clickStore, numbers, groups: openGroups(open) };
  const filled = await fillProject(stores, project, options);
  return {
    projectId: project.id,
    name: project.name,
    ...filled,
    dashboard: new URL(`/p/${project.id}/analytics`, config.publicUrl).href,
    email: owner?.email ?? null,
    password: password ?? null,
    seconds: Math.round((Date.now() - began) / 100) / 10,
  };
}

interface Chosen {
  readonly project: Project;
  /** The person who will see it, if known. */
  readonly owner?: User;
  /** Of an account created for it. */
  readonly password?: string | undefined;
}

async function takeProject({ db }: Maintenance, id: string, yes: boolean): Promise<Chosen> {
  const project = UUID_PATTERN.test(id) ? await findProject(db, id) : undefined;
  if (!project) throw new Problem('NOT_FOUND', `There is no project ${id}`);
  if (!yes && (await countUsage(db, project, 'links')) > 0) {
    throw new Problem(
      'CONFLICT',
      `The project ${project.name} has links already: made-up numbers would be mixed with its own, for good. Leave --project out for a new project, or say --yes`,
    );
  }
  return { project };
}

/** A new project, with everything that a complete setup has. */
async function makeProject(open: Maintenance): Promise<Chosen> {
  const { db, accounts, plans, config } = open;
  const source = domainSourceOf({ config });
  if (source === undefined) {
    throw new Problem(
      'CONFLICT',
      'A new project would have no link domain: set LINK_DOMAIN, or name a project that has one with --project',
    );
  }
  const known = await findServerOwner(db, config.adminEmail);
  const password = known ? undefined : generatePassword();
  const prepared =
    password === undefined
      ? undefined
      : await prepareUser(accounts, {
          email: config.adminEmail ?? 'owner@fairlead.localhost',
          password,
          emailVerified: true,
        });
  const project = await db.transaction().execute(async (tx) => {
    const owner = known ?? (await insertUser(tx, prepared!));
    const { sold, catalogue, initial } = plans;
    const plan = sold ? (catalogue.at(-1)?.id ?? initial) : initial;
    const made = await createOwnProject(tx, owner, { ...DEMO_PROJECT, plan });
    await recordAudit(
      tx,
      made,
      { kind: 'operator' },
      {
        action: 'project.created',
        target: { kind: 'project', id: made.id, name: made.name },
      },
    );
    await giveDomain(tx, made, source);
    return { owner, project: made };
  });
  return { ...project, password };
}
