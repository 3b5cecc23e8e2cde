import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { findEventReceipt } from '#apps/events/findEventReceipt.ts';
import { getLinkEvents } from '#apps/events/getLinkEvents.ts';
import { readEventNumbers } from '#apps/events/numbers/readEventNumbers.ts';
import type { EventReading } from '#apps/events/numbers/readOnce.ts';
import { readFunnel } from '#apps/events/numbers/readFunnel.ts';
import type { Database } from '#platform/db/schema.ts';
import { openPostgresClicks } from '#visits/postgres/openPostgresClicks.ts';
import { newLink, newProject } from '../support/callers/personas.ts';
import type { TestProject } from '../support/callers/personas.ts';
import { silentLog } from '../support/silentLog.ts';
import { rowsRead } from './rowsRead.ts';
import { HOUR, identify, installBy, newEvent, recordAll, reopenBy, timeAt } from './callers.ts';

/** Of everybody else in the project. */
const OTHERS = 20_000;
/** Whatever one event or one person's link needs, with the look-ups that find nothing. */
const FEW = 200;
const TABLES = [
  'installations',
  'attribution_facts',
  'customer_periods',
  'customer_names',
  'events',
];

/** People with everything that can be read of them, whom another link has brought. */
async function sowOthers({ server, project }: TestProject, linkId: string): Promise<void> {
  const { db } = server.app;
  await sql`
    with phone as (
      insert into installations (id, project_id, client_id, first_seen_at, last_seen_at)
      select gen_random_uuid(), ${project.id}, 'other ' || number, now() - interval '3 hours', now()
      from generate_series(1, ${OTHERS}) as number returning id, client_id
    ), fact as (
      insert into attribution_facts (click_id, kind, link_key, project_id, installation_id, at)
      select gen_random_uuid(), kind, (select key from links where id = ${linkId}), ${project.id}, phone.id,
        now() - interval '3 hours'
      from phone, unnest(array['install', 'returning']) as kind
    ), named as (
      insert into customer_names (project_id, name, since, customer_id)
      select ${project.id}, 'name ' || client_id, now(), 'customer ' || client_id from phone
    ), event as (
      insert into events (project_number, event_id, name, at, received_at, from_app, installation, customer_id, test)
      select number, 'event ' || client_id, 'purchase', now() - interval '1 hour', now(), false, client_id,
        'customer ' || client_id, false
      from phone, projects where projects.id = ${project.id}
    )
    insert into customer_periods (installation_id, since, project_id, customer_id, said_by)
    select id, now() - interval '2 hours', ${project.id}, 'customer ' || client_id, 'app' from phone`.execute(
    db,
  );
  for (const table of TABLES) await sql`analyze ${sql.ref(table)}`.execute(db);
}

test('one event, and the events of one link, are read without the facts of everybody else', async () => {
  const project = await newProject();
  const [link, other] = [await newLink(project), await newLink(project)];
  const phones = [await installBy(project, link), await installBy(project, link)];
  await identify(project, phones[0]!, 'customer');
  await reopenBy(project, link, phones[0]!);
  const events = [
    newEvent({ installationId: phones[1]! }),
    newEvent({ customerId: 'customer' }),
    newEvent({ customerId: 'customer', at: timeAt(-HOUR) }),
  ];
  await recordAll(project, events);
  const { app } = project.server;
  await app.ledger.loaded();
  await sowOthers(project, other.id);
  const { pool, background } = app;
  const store = openPostgresClicks({ pool, groups: pool, background, log: silentLog });
  const readingOf = (db: Kysely<Database>): EventReading => ({
    db,
    now: undefined,
    events: (...asked) => store.events.events(...asked),
    linksOfClicks: (...asked) => store.linksOfClicks(...asked),
  });
  const found = await app.lookups.link(project.project.id, link.slug);
  const target = { id: link.id, key: found?.key ?? 0, projectId: project.project.id };
  const window = {
    from: new Date(timeAt(-24 * HOUR)),
    to: new Date(timeAt(HOUR)),
    timeZone: 'UTC',
    interval: 'hour',
    untilNow: false,
  } as const;
  const questions: Record<string, (db: Kysely<Database>) => Promise<unknown>> = {
    'the events of a link': (db) => getLinkEvents(readingOf(db), target, {}),
    'the events of a link by re-engagement': (db) =>
      getLinkEvents(readingOf(db), target, { credit: 'reengagement' }),
    'its shared page': (db) =>
      readEventNumbers(readingOf(db), project.project, {
        window,
        by: 'name',
        credit: 'install',
        of: { link: target, facts: {} },
      }),
    'its shared page by campaign': (db) =>
      readEventNumbers(readingOf(db), project.project, {
        window,
        by: 'campaign',
        credit: 'install',
        of: { link: target, facts: { country: null } },
      }),
    'its funnel': (db) =>
      readFunnel(readingOf(db), project.project, {
        window,
        steps: ['purchase', 'other'],
        windowHours: 1,
        link: target,
      }),
  };
  for (const { eventId } of events) {
    questions[`the receipt of ${eventId}`] = (db) =>
      findEventReceipt(readingOf(db), project.project, eventId);
  }
  for (const [name, ask] of Object.entries(questions)) {
    const read = await rowsRead(app.db, ask);
    for (const table of TABLES) {
      assert.ok((read[table] ?? 0) <= FEW, `${name}: ${JSON.stringify(read)}`);
    }
    assert.ok((read['attribution_facts'] ?? 0) > 0, `${name}: ${JSON.stringify(read)}`);
  }
});
