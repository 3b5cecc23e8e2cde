import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { AnalyticsQuery } from '@fairlead/contract/operations/analytics';
import { rollUpDays } from '#visits/postgres/rollUpDays.ts';
import { member, newProject, type TestProject } from '../support/callers/personas.ts';
import { clickOn, type Credit, type Sown, sowCredits } from '../support/callers/population.ts';
import { DAY, HOUR, read, sow } from './recount.ts';

/** Clicks from two days ago with an open and an install each; credits of an hour ago. */
async function sowPhones(project: TestProject, link: Sown): Promise<void> {
  const { db, ledger } = project.server.app;
  const at = Date.now() - 2 * DAY;
  const phones = [
    clickOn(link, { at, os: 'iOS', country: 'DE', referrer: 'a.example', source: 'qr' }),
    clickOn(link, { at, os: 'iOS', country: 'PT', referrer: null, opened: true }),
    clickOn(link, { at, os: 'Android', country: null, referrer: 'a.example', opened: true }),
    clickOn(link, { at, os: 'iOS', country: 'DE', kind: 'preview', app: 'Slackbot' }),
  ];
  for (const click of phones) await ledger.record(click);
  await ledger.loaded();
  const [first, second] = phones;
  const credit = { linkKey: link.key, at: Date.now() - HOUR };
  const credits: Credit[] = [
    { ...credit, kind: 'install', clickId: first!.id },
    { ...credit, kind: 'click', clickId: first!.id },
    { ...credit, kind: 'returning', clickId: second!.id },
    { ...credit, kind: 'install' },
  ];
  await sowCredits(project, credits);
  await rollUpDays(db);
}

describe('analytics of clicks with some facts', () => {
  test('count them, and the opens and installs that they have brought', async () => {
    const project = await newProject();
    const [link, other] = await sow(project, 2);
    await sowPhones(project, link!);
    await sowPhones(project, other!);
    const cases: [AnalyticsQuery, number[]][] = [
      // Clicks, previews, opens, installs, returning users, attributed clicks; of one link.
      [{}, [3, 1, 2, 2, 1, 1]],
      [{ os: 'iOS' }, [2, 1, 1, 1, 1, 1]],
      [{ os: 'iOS', country: 'DE' }, [1, 1, 0, 1, 0, 1]],
      [{ country: '' }, [1, 0, 1, 0, 0, 0]],
      [{ referrer: 'a.example' }, [2, 0, 1, 1, 0, 1]],
      [{ referrer: '' }, [1, 1, 1, 0, 1, 0]],
      [{ source: 'qr' }, [1, 0, 0, 1, 0, 1]],
      [{ app: 'Slackbot' }, [0, 1, 0, 0, 0, 0]],
      [{ os: 'ios' }, [0, 0, 0, 0, 0, 0]],
    ];
    for (const [query, expected] of cases) {
      for (const scope of [link, undefined]) {
        const { totals, topValues } = await read(project, { period: '7d', ...query }, scope);
        const { clicks, previews, opens, installs, returningUsers, attributedClicks } = totals;
        const found = [clicks, previews, opens, installs, returningUsers, attributedClicks];
        const times = scope === undefined ? 2 : 1;
        assert.deepEqual(
          found,
          expected.map((count) => count * times),
          JSON.stringify(query),
        );
        const { country } = query;
        if (country !== undefined) {
          assert.deepEqual(topValues.countries, [{ name: country || null, clicks }]);
        }
      }
    }
  });

  test('have no sessions, and a source must be one', async () => {
    const project = await newProject();
    assert.equal((await read(project, {})).totals.sessions, 0);
    assert.equal((await read(project, { os: 'iOS' })).totals.sessions, undefined);
    const reply = await member(project)(operations.getProjectAnalytics, {
      params: { projectId: project.project.id },
      query: { source: 'television' as 'qr' },
    });
    assert.equal(reply.status, 400);
    assert.match(JSON.stringify(reply.body), /source/);
  });
});
