import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { sql } from 'kysely';
import type { CohortAge, CohortsQuery } from '@fairlead/contract/eventNumbers';
import { member, newLink, newProject } from '../support/callers/personas.ts';
import type { TestProject } from '../support/callers/personas.ts';
import { HOUR, installBy, newEvent, recordAll, timeAt } from './callers.ts';

const DAY = 24 * HOUR;
/** The cohort has begun so long ago. */
const AGE = 20 * DAY;

async function cohortsOf(project: TestProject, query: CohortsQuery = {}) {
  const params = { projectId: project.project.id };
  const reply = await member(project)(operations.getCohorts, { params, query });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body;
}

/** Installations that were first seen at a time. */
async function installAt(project: TestProject, offset: number, count: number): Promise<string[]> {
  const link = await newLink(project);
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) await installBy(project, link, id);
  const at = timeAt(offset);
  const { db } = project.server.app;
  const { rows } = await sql<{ id: string }>`
    update installations set first_seen_at = ${at} where client_id = any(${ids}) returning id`.execute(
    db,
  );
  await sql`
    update attribution_facts set at = ${at}
    where kind = 'install' and installation_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
    db,
  );
  return ids;
}

const at = (ages: readonly CohortAge[], day: number) => ages.find((age) => age.day === day)!;

describe('getCohorts 200', () => {
  test('retention of the worked example: classic, rolling and cumulative', async () => {
    const project = await newProject();
    const people = await installAt(project, -AGE, 5);
    const active = [[1, 2, 3, 5, 7, 9], [1, 4, 10], [1, 2], [3], []];
    const events = people.flatMap((installationId, index) =>
      active[index]!.map((day) =>
        newEvent({ installationId, name: 'open', at: timeAt(day * DAY + HOUR - AGE) }),
      ),
    );
    await recordAll(project, events);
    const { cohorts, total } = await cohortsOf(project);
    assert.equal(cohorts.length, 1);
    const [{ installs, ages, start }] = cohorts as [(typeof cohorts)[number]];
    assert.equal(start, timeAt(-AGE).slice(0, 10));
    assert.equal(installs, 5);
    const sharesOf = (day: number) => {
      const { size, classic, rolling, cumulative } = at(ages, day);
      return [classic, rolling, cumulative].map((count) => (100 * count) / size);
    };
    assert.deepEqual(sharesOf(1), [60, 80, 60]);
    assert.deepEqual(sharesOf(7), [20, 40, 80]);
    assert.deepEqual(sharesOf(0), [100, 100, 100]);
    assert.deepEqual(total, ages);
    assert.deepEqual(
      [14, 30].map((day) => [at(ages, day).size, at(ages, day).complete]),
      [
        [5, true],
        [0, false],
      ],
    );
  });

  test('revenue grows with age, by currency; only what is old enough is told', async () => {
    const project = await newProject();
    const [one, two] = await installAt(project, -AGE, 2);
    const [young] = await installAt(project, -2 * DAY, 1);
    const sale = (installationId: string | undefined, days: number, amount: number) =>
      newEvent({
        installationId: installationId!,
        at: timeAt(days * DAY + HOUR - AGE),
        revenue: { amount, currency: amount > 1000 ? 'JPY' : 'EUR' },
      });
    await recordAll(project, [
      sale(one, 0, 100),
      sale(two, 3, 20),
      sale(two, 3, -5),
      sale(one, 14, 5000),
      sale(one, 19, 400),
      sale(young, 18, 7),
      sale('unknown', 1, 900),
    ]);
    const { cohorts, total } = await cohortsOf(project, { unit: 'month', timeZone: 'UTC' });
    assert.equal(
      cohorts.reduce((sum, { installs }) => sum + installs, 0),
      3,
    );
    const revenue = (day: number) =>
      Object.fromEntries(at(total, day).revenue.map(({ currency, amount }) => [currency, amount]));
    assert.deepEqual(revenue(0), { EUR: 107 });
    assert.deepEqual(revenue(3), { EUR: 115 });
    assert.deepEqual(revenue(14), { EUR: 115, JPY: 5000 });
    assert.deepEqual(revenue(30), {});
    assert.equal(at(total, 3).size, 2);
    assert.equal(at(total, 3).complete, false);
  });

  test('size of each of many cohorts, whatever their revenue', async () => {
    const project = await newProject();
    const events = [];
    for (const days of [2, 3, 4, 5, 6, 7, 8, 9]) {
      const [installationId] = await installAt(project, -days * DAY - HOUR, 1);
      for (const currency of ['USD', 'EUR', 'JPY']) {
        const revenue = { amount: 100, currency };
        events.push(
          newEvent({ installationId: installationId!, at: timeAt(-days * DAY), revenue }),
        );
      }
    }
    await recordAll(project, events);
    const { cohorts } = await cohortsOf(project, { unit: 'day' });
    assert.deepEqual(
      cohorts.map(({ installs }) => installs),
      Array.from({ length: 8 }, () => 1),
    );
    for (const { ages } of cohorts) {
      const currencies = at(ages, 1).revenue.map(({ currency }) => currency);
      assert.deepEqual(currencies, ['EUR', 'JPY', 'USD']);
    }
  });

  test('of one link, and of people whose install has been erased', async () => {
    const project = await newProject();
    const [gone] = await installAt(project, -AGE, 1);
    const link = await newLink(project);
    await installBy(project, link);
    const params = { projectId: project.project.id, installationId: gone! };
    assert.equal((await member(project)(operations.eraseInstallation, { params })).status, 200);
    const [{ size, classic } = assert.fail()] = (await cohortsOf(project, { unit: 'month' })).total;
    assert.deepEqual([size, classic], [1, 0], 'nobody knows any more whether they were active');
    const { cohorts } = await cohortsOf(project, { link: link.id });
    assert.deepEqual(
      cohorts.map(({ installs }) => installs),
      [1],
    );
  });
});

describe('getCohorts errors', () => {
  test('400: a unit that is none', async () => {
    const project = await newProject();
    const params = { projectId: project.project.id };
    const query = { unit: 'hour' } as never;
    const reply = await member(project)(operations.getCohorts, { params, query });
    assert.equal(reply.status, 400);
  });
});
