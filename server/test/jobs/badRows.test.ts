import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { symmetricEncrypt } from 'better-auth/crypto';
import { operations } from '@fairlead/contract';
import { sql } from 'kysely';
import type { App } from '#faces/App.ts';
import { TOTALS } from '#faces/jobs/maintainTotals.ts';
import { TIMERS } from '#faces/jobs/timers.ts';
import { workOf } from '#faces/jobs/workQueue.ts';
import { JOBS } from '#platform/queue/jobNames.ts';
import { DAY_MS, HOUR_MS } from '#platform/lib/time.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { MailMessage } from '#platform/ports/Mail.ts';
import { AT_START } from '#start/serving/serve.ts';
import { newEvent, recordAll } from '../events/callers.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { mailsTo } from '../support/outside/mails.ts';
import { bodyOf, ownerOf } from '../support/callers/person.ts';
import {
  appKey,
  newInstallation,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { publishableKey } from '../support/callers/publishableKey.ts';
import { clickOn } from '../support/callers/population.ts';
import { until } from '../support/until.ts';
import { shareInProcess } from '../support/run/endings.ts';
import { SECRET, startServer } from '../support/useServer.ts';

const { setWeeklyMail, updateLink } = operations;
const YEAR_MS = 365 * DAY_MS;
const ago = (ms: number) => new Date(Date.now() - ms);

/** A database of its own, for what jobs do concerns all of its projects. */
const useStage = shareInProcess(async () => {
  const database = await makeMigratedDatabase();
  const server = await startServer({}, database);
  return { database, server };
});

interface Case {
  /** Something in the project that the job has to do. */
  readonly arrange: (project: TestProject) => Promise<unknown>;
  /** What is wrong with one project: a table with the operation and the rows, as the trigger has them, that it refuses; or a change. */
  readonly spoil:
    | readonly [table: string, operation: 'delete' | 'insert' | 'update', (bad: Ids) => string]
    | ((bad: TestProject) => Promise<unknown>);
  /** Whether the job has done it. */
  readonly isDone: (project: TestProject) => Promise<boolean>;
  /** What the job calls it; by default, the id of the project. */
  readonly nameOf?: (bad: TestProject) => string;
  /** Where it is not what the job's own name says. */
  readonly run?: (app: App) => Promise<unknown>;
}

interface Ids {
  readonly id: string;
  readonly number: number;
}

/** The job goes through nothing that projects have. */
const NOTHING_OF_PROJECTS = 'nothing of projects';
/** The job is one project's: the queue runs the next whatever became of it. */
const ONE_PROJECT = 'one project';

const dbOf = ({ server }: TestProject) => server.app.db;
const idOf = ({ project }: TestProject) => project.id;

function isGone(
  table: 'click_signals' | 'event_deletions' | 'exports' | 'invitations' | 'link_images',
) {
  return async (project: TestProject) => {
    const { rows } = await sql`
      select from ${sql.table(table)} where project_id = ${idOf(project)}`.execute(dbOf(project));
    return rows.length === 0;
  };
}

async function subscribe(project: TestProject): Promise<void> {
  const owner = await ownerOf(project);
  const params = { projectId: idOf(project) };
  bodyOf(await owner.call(setWeeklyMail, { params, body: { on: true } }), 200);
  await dbOf(project)
    .updateTable('project_members')
    .set({ weekly_mailed_on: null })
    .where('project_id', '=', idOf(project))
    .execute();
}

/** Words of its mails that are none, as an error of ours might have stored them. */
const spoilWords = (bad: TestProject) =>
  sql`
    update projects set brand = '{"mails": {"weekly": {"opening": 1}}}'
    where id = ${idOf(bad)}`.execute(dbOf(bad));

/** Mailboxes that take nothing. */
const unreachable = new Set<string>();

const isMailed = async (project: TestProject) =>
  (await mailsTo(project.server, project.userEmail, 0)).length > 0;

const hasDomain = async (project: TestProject, column: 'verified_at' | 'reported') => {
  const { rows } = await sql`
    select from domains where project_id = ${idOf(project)} and ${
      column === 'verified_at'
        ? sql`verified_at is not null`
        : sql`exists (select from domain_reports where domain_id = domains.id)`
    }`.execute(dbOf(project));
  return rows.length > 0;
};

/** In another world: its DNS has the proofs of all domains, and some of its mailboxes take nothing. */
async function elsewhere(app: App): Promise<App> {
  const domains = await app.db
    .selectFrom('domains')
    .select(['host', 'verification_token'])
    .execute();
  const proofs = new Map(
    domains.map((row) => [
      `_fairlead.${row.host}`,
      `fairlead-verification=${row.verification_token}`,
    ]),
  );
  const find = (name: string) => Promise.resolve([proofs.get(name) ?? []].flat());
  const send = (message: MailMessage) =>
    unreachable.has(message.to)
      ? Promise.reject(new Error('a bad mailbox'))
      : app.mail.send(message);
  return { ...app, dns: { ...app.dns, find }, mail: { ...app.mail, send } };
}

const storedEvents = async (project: TestProject) => {
  const { rows } = await sql`
    select from events join projects on projects.number = project_number
    where projects.id = ${idOf(project)}`.execute(dbOf(project));
  return rows.length;
};

const OLD_EVENTS: Case = {
  async arrange(project) {
    await recordAll(project, [newEvent()]);
    await project.server.app.ledger.loaded();
    await sql`
      update events set at = ${ago(2 * YEAR_MS)}
      where project_number = (select number from projects where id = ${idOf(project)})`.execute(
      dbOf(project),
    );
  },
  spoil: ['events', 'delete', ({ number }) => `old.project_number = ${number}`],
  isDone: async (project) => (await storedEvents(project)) === 0,
};

const DELETED_EVENTS: Case = {
  async arrange(project) {
    await recordAll(project, [newEvent()]);
    await project.server.app.ledger.loaded();
    await dbOf(project)
      .insertInto('event_deletions')
      .values({
        id: randomUUID(),
        project_id: idOf(project),
        from_at: ago(DAY_MS),
        to_at: new Date(Date.now() + HOUR_MS),
        deleted_at: ago(0),
      })
      .execute();
    // Received before it was deleted, which is long ago.
    await sql`
      update event_deletions set deleted_at = ${ago(2 * DAY_MS)} where project_id = ${idOf(project)}`.execute(
      dbOf(project),
    );
    await sql`
      update events set received_at = ${ago(3 * DAY_MS)}
      where project_number = (select number from projects where id = ${idOf(project)})`.execute(
      dbOf(project),
    );
  },
  spoil: ['events', 'delete', ({ number }) => `old.project_number = ${number}`],
  isDone: async (project) =>
    (await storedEvents(project)) === 0 && (await isGone('event_deletions')(project)),
};

async function clickAt(project: TestProject, at: number): Promise<void> {
  const link = await newLink(project);
  const { key } = await dbOf(project)
    .selectFrom('links')
    .select('key')
    .where('id', '=', link.id)
    .executeTakeFirstOrThrow();
  const { ledger } = project.server.app;
  await ledger.record(clickOn({ key, projectId: idOf(project) }, { at }));
  await ledger.loaded();
}

const OLD_CLICKS: Case = {
  arrange: (project) => clickAt(project, Date.now() - 40 * DAY_MS),
  spoil: ['project_retention', 'insert', ({ id }) => `new.project_id = '${id}'`],
  async isDone(project) {
    const { rows } = await sql`
      select from clicks join projects on projects.number = project_number
      where projects.id = ${idOf(project)}`.execute(dbOf(project));
    return rows.length === 0;
  },
};

let daysAgo = 2;

/** Of one day each: the projects of a day share a statement. */
const CLOSED_DAYS: Case = {
  async arrange(project) {
    daysAgo += 1;
    await clickAt(project, Date.now() - daysAgo * DAY_MS);
  },
  spoil: ['rollups', 'insert', ({ number }) => `new.project_number = ${number}`],
  async isDone(project) {
    const { rows } = await sql`
      select from rollups join projects on projects.number = project_number
      where projects.id = ${idOf(project)}`.execute(dbOf(project));
    return rows.length > 0;
  },
  // The last day is that of the last project.
  nameOf: () => new Date(Date.now() - (daysAgo - 1) * DAY_MS).toISOString().slice(0, 10),
};

const CASES: Readonly<
  Record<string, typeof ONE_PROJECT | typeof NOTHING_OF_PROJECTS | readonly Case[]>
> = {
  maintainPartitions: NOTHING_OF_PROJECTS,
  sweepRateLimits: NOTHING_OF_PROJECTS,
  sweepChanges: NOTHING_OF_PROJECTS,
  closeAbandonedSessions: [
    {
      async arrange(project) {
        const { id } = await newInstallation(project);
        await dbOf(project)
          .insertInto('sessions')
          .values({
            id: newId(),
            project_id: idOf(project),
            installation_id: id,
            state: 'active',
            started_at: ago(2 * DAY_MS),
          })
          .execute();
      },
      spoil: ['sessions', 'update', ({ id }) => `old.project_id = '${id}'`],
      async isDone(project) {
        const row = await dbOf(project)
          .selectFrom('sessions')
          .select('state')
          .where('project_id', '=', idOf(project))
          .executeTakeFirstOrThrow();
        return row.state === 'abandoned';
      },
    },
  ],
  deleteExpiredTraces: [
    {
      arrange: (project) =>
        dbOf(project)
          .insertInto('click_signals')
          .values({
            click_id: newId(Date.now() - 30 * DAY_MS),
            project_id: idOf(project),
            link_key: 1,
            clicked_at: ago(30 * DAY_MS),
            address_hash: 1n,
          })
          .execute(),
      spoil: ['click_signals', 'delete', ({ id }) => `old.project_id = '${id}'`],
      isDone: isGone('click_signals'),
    },
  ],
  deleteExpiredAccess: [
    {
      arrange: (project) =>
        dbOf(project)
          .insertInto('invitations')
          .values({
            id: randomUUID(),
            project_id: idOf(project),
            email: 'somebody@example.com',
            role: 'viewer',
            token_hash: Buffer.from(randomUUID()),
            invited_by_name: 'Owner',
            expires_at: ago(DAY_MS),
          })
          .execute(),
      spoil: ['invitations', 'delete', ({ id }) => `old.project_id = '${id}'`],
      isDone: isGone('invitations'),
    },
  ],
  // The second of two keys that the plan has.
  warnOfUsage: [
    {
      arrange: publishableKey,
      spoil: async ({ userEmail }) => unreachable.add(userEmail),
      isDone: isMailed,
    },
  ],
  mailWeeks: [{ arrange: subscribe, spoil: spoilWords, isDone: isMailed }],
  checkDomains: [
    {
      arrange: (project) =>
        sql`
          update domains set verified_at = null, is_primary = false, checked_at = null
          where project_id = ${idOf(project)}`.execute(dbOf(project)),
      spoil: ['audit_entries', 'insert', ({ id }) => `new.project_id = '${id}'`],
      isDone: (project) => hasDomain(project, 'verified_at'),
    },
  ],
  examineDomains: [
    {
      async arrange(project) {
        // Before those of other tests.
        await sql`
          insert into domain_examinations (domain_id, next_at)
          select id, now() + interval '1 day' from domains on conflict do nothing`.execute(
          dbOf(project),
        );
        await sql`
          update domain_examinations set next_at = now() - interval '1 hour'
          where domain_id in (select id from domains where project_id = ${idOf(project)})`.execute(
          dbOf(project),
        );
      },
      spoil: [
        'domain_reports',
        'insert',
        ({ id }) =>
          `exists (select from domains where domains.id = new.domain_id and project_id = '${id}')`,
      ],
      isDone: (project) => hasDomain(project, 'reported'),
    },
  ],
  'run-export': ONE_PROJECT,
  'fail-export': ONE_PROJECT,
  'mail-export': ONE_PROJECT,
  'mail-proposal': ONE_PROJECT,
  'delete-exports': [
    {
      arrange: (project) =>
        dbOf(project)
          .insertInto('exports')
          .values({
            id: randomUUID(),
            project_id: idOf(project),
            status: 'failed',
            error: 'none',
            filters: {},
            finished_at: ago(YEAR_MS),
          })
          .execute(),
      spoil: ['exports', 'delete', ({ id }) => `old.project_id = '${id}'`],
      isDone: isGone('exports'),
    },
  ],
  'delete-images': [
    {
      arrange: (project) =>
        dbOf(project)
          .insertInto('link_images')
          .values({
            project_id: idOf(project),
            name: `${randomUUID().replaceAll('-', '')}${'x'.repeat(11)}.jpg`,
            unused_since: ago(YEAR_MS),
          })
          .execute(),
      spoil: ['link_images', 'update', ({ id }) => `old.project_id = '${id}'`],
      isDone: isGone('link_images'),
    },
  ],
  'expire-clicks': [OLD_EVENTS, DELETED_EVENTS, OLD_CLICKS],
  maintain: [CLOSED_DAYS],
  useUpLinks: [
    {
      async arrange(project) {
        const link = await newLink(project);
        const params = { id: link.id };
        const body = { expiresAfterClicks: 1 };
        bodyOf(await appKey(project)(updateLink, { params, body }), 200);
        const { key } = await dbOf(project)
          .selectFrom('links')
          .select('key')
          .where('id', '=', link.id)
          .executeTakeFirstOrThrow();
        const { ledger } = project.server.app;
        await ledger.record(clickOn({ key, projectId: idOf(project) }, {}));
        await ledger.loaded();
      },
      spoil: ['links', 'update', ({ id }) => `old.project_id = '${id}' and new.used_up`],
      async isDone(project) {
        const row = await dbOf(project)
          .selectFrom('links')
          .select('used_up')
          .where('project_id', '=', idOf(project))
          .where('expires_after_clicks', 'is not', null)
          .executeTakeFirstOrThrow();
        return row.used_up;
      },
    },
  ],
  reencryptAccountSecrets: [
    {
      async arrange(project) {
        const { accounts } = project.server.app;
        const { secretConfig: key } = await accounts.auth.$context;
        await dbOf(project)
          .insertInto('identity_secrets')
          .values({
            project_id: idOf(project),
            sealed: await symmetricEncrypt({ key, data: 'a secret' }),
            last_characters: 'cret',
            made_at: new Date(),
          })
          .execute();
      },
      spoil: ['identity_secrets', 'update', ({ id }) => `old.project_id = '${id}'`],
      async isDone(project) {
        const row = await dbOf(project)
          .selectFrom('identity_secrets')
          .select('sealed')
          .where('project_id', '=', idOf(project))
          .executeTakeFirstOrThrow();
        const own = project.server.app.accounts.libraryKeys[0].version;
        return !row.sealed.startsWith(`$ba$${own}$`);
      },
      async run() {
        const { database } = await useStage();
        const env = { SECRET: `${SECRET} of another day`, PREVIOUS_SECRETS: SECRET };
        const { app } = await startServer(env, database);
        const [reencrypt] = AT_START;
        await reencrypt(app);
      },
    },
  ],
  freeUnsoldProjects: [
    {
      async arrange(project) {
        await sql`
          insert into audit_entries (id, project_id, actor_kind, actor_name, action, target_kind, target_name)
          values (${newId()}, ${idOf(project)}, 'system', 'x', 'project.created', 'project', 'x')`.execute(
          dbOf(project),
        );
      },
      spoil: ['projects', 'update', ({ id }) => `old.id = '${id}'`],
      async isDone(project) {
        const row = await dbOf(project)
          .selectFrom('projects')
          .select('plan')
          .where('id', '=', idOf(project))
          .executeTakeFirstOrThrow();
        return row.plan === 'self-hosted';
      },
    },
  ],
};

/** Everything that runs in the background, by its name. */
async function roundsOf(app: App): Promise<Record<string, () => Promise<unknown>>> {
  const outside = await elsewhere(app);
  const work = workOf(app);
  return {
    ...Object.fromEntries(
      Object.entries(TIMERS).map(([name, timer]) => [name, () => timer.round(outside)]),
    ),
    ...Object.fromEntries(
      Object.entries(work).map(([name, run]) => [
        name,
        () => (run as (data: null) => Promise<void>)(null),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(TOTALS).map(([name, work]) => [
        name,
        () => work(app, new AbortController().signal),
      ]),
    ),
    ...Object.fromEntries(AT_START.map((prepare) => [prepare.name, () => prepare(app)])),
  };
}

/** Makes one project bad; returns what mends it. */
async function spoil(bad: TestProject, { spoil: how }: Case): Promise<() => Promise<unknown>> {
  const db = dbOf(bad);
  if (typeof how === 'function') {
    await how(bad);
    return () => {
      unreachable.clear();
      return db.updateTable('projects').set({ brand: null }).where('id', '=', idOf(bad)).execute();
    };
  }
  const [table, operation, rows] = how;
  const { number } = await db
    .selectFrom('projects')
    .select('number')
    .where('id', '=', idOf(bad))
    .executeTakeFirstOrThrow();
  const when = rows({ id: idOf(bad), number });
  // A condition may have no subquery: the function is called for all rows, and looks itself.
  await sql
    .raw(
      `create or replace function refuse_some() returns trigger language plpgsql as
       $$ begin
         if ${when} then raise exception 'a bad row'; end if;
         return ${operation === 'delete' ? 'old' : 'new'};
       end $$`,
    )
    .execute(db);
  await sql
    .raw(
      `create trigger refuse_some before ${operation} on ${table} for each row execute function refuse_some()`,
    )
    .execute(db);
  return () => sql.raw(`drop trigger refuse_some on ${table}`).execute(db);
}

describe('one project with a bad row', () => {
  test('is tried with every job, timer and step of a start', async () => {
    const { server } = await useStage();
    assert.deepEqual(
      Object.keys(CASES).toSorted(),
      Object.keys(await roundsOf(server.app)).toSorted(),
    );
    assert.deepEqual(Object.keys(workOf(server.app)).toSorted(), Object.keys(JOBS).toSorted());
  });

  for (const [name, cases] of Object.entries(CASES)) {
    if (typeof cases === 'string') continue;
    for (const [index, each] of cases.entries()) {
      test(`does not stop ${name} for the others (${index + 1} of ${cases.length})`, async () => {
        const { server } = await useStage();
        const [before, bad, after] = [
          await newProject({ plan: 'free' }, server),
          await newProject({ plan: 'free' }, server),
          await newProject({ plan: 'free' }, server),
        ];
        for (const project of [before, bad, after]) await each.arrange(project);
        const mend = await spoil(bad, each);
        try {
          const run = each.run ?? (await roundsOf(server.app))[name]!;
          // What it says in the log, and what the queue tries again.
          await assert.rejects(
            async () => run(server.app),
            (error) => {
              const said = inspect(error, { depth: 8 });
              return said.includes((each.nameOf ?? idOf)(bad)) && !said.includes(idOf(after));
            },
          );
          assert.ok(await each.isDone(before), 'the project before it');
          assert.ok(await each.isDone(after), 'the project after it');
          assert.equal(await each.isDone(bad), false);
        } finally {
          await mend();
        }
        // The next round does what is left.
        const again = each.run ?? (await roundsOf(server.app))[name]!;
        await again(server.app);
        if (!['checkDomains', 'examineDomains'].includes(name)) assert.ok(await each.isDone(bad));
      });
    }
  }

  test('lets the queue go on with the jobs of other projects', async () => {
    const { server } = await useStage();
    const [bad, good] = [await newProject({}, server), await newProject({}, server)];
    const { app } = server;
    const exports: string[] = [];
    for (const project of [bad, good]) {
      const id = newId();
      exports.push(id);
      await app.db
        .insertInto('exports')
        .values({ id, project_id: idOf(project), status: 'pending', filters: {} })
        .execute();
      await app.queue.send(app.db, 'run-export', { projectId: idOf(project), exportId: id });
    }
    const mend = await spoil(bad, {
      ...OLD_CLICKS,
      spoil: ['exports', 'update', ({ id }) => `old.project_id = '${id}'`],
    });
    try {
      await app.queue.work(workOf(app));
      await until('the export of the other project', async () => {
        const row = await app.db
          .selectFrom('exports')
          .select('status')
          .where('id', '=', exports[1]!)
          .executeTakeFirstOrThrow();
        return row.status === 'completed';
      });
    } finally {
      await mend();
    }
  });
});
