import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { ExportRequest } from '@fairlead/contract/operations/exports';
import { HOUR, installBy, newEvent, recordAll, reopenBy, timeAt } from '../events/callers.ts';
import { member, newLink, newProject, type TestProject } from '../support/callers/personas.ts';
import { publishableKey } from '../support/callers/publishableKey.ts';
import { makeExport } from '../support/makeExport.ts';

// Rule: exports 13.

async function exportEvents(project: TestProject, request: ExportRequest = {}) {
  const { records } = await makeExport(project, { kind: 'events', ...request });
  const [headings = [], ...rows] = records;
  return rows.map((row) => Object.fromEntries(headings.map((name, place) => [name, row[place]])));
}

describe('an export of events', () => {
  test('has a row for each, the oldest first, with its credit in both series and exact amounts', async () => {
    const project = await newProject();
    const [link, again] = [await newLink(project), await newLink(project)];
    const installationId = await installBy(project, link);
    await reopenBy(project, again, installationId);
    const at = timeAt(-HOUR);
    const revenue = { amount: -5, currency: 'EUR' };
    await recordAll(project, [
      newEvent({ eventId: 'b', installationId, revenue }),
      newEvent({
        eventId: 'a',
        name: '=cmd()',
        at,
        revenue: { amount: 999_999_999_999, currency: 'KWD' },
      }),
      newEvent({ eventId: 'c', installationId, test: true }),
    ]);
    const app = newEvent({ eventId: 'd', at: timeAt(HOUR / 2), revenue });
    const call = await publishableKey(project);
    assert.equal((await call(operations.recordSdkEvents, { body: { events: [app] } })).status, 202);
    const [first, second, last, ...more] = await exportEvents(project);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [first?.['Said By'], last?.['Said By'], last?.['Amount']],
      ['server', 'app', '-0.05'],
    );
    assert.equal(first?.['Event'], "'=cmd()");
    assert.deepEqual(
      [first['Amount'], first['Currency'], first['Credited By']],
      ['999999999.999', 'KWD', ''],
    );
    assert.equal(first['Time'], at);
    assert.deepEqual(
      [second?.['Event ID'], second?.['Amount'], second?.['Quantity'], second?.['Credited By']],
      ['b', '-0.05', '1', 'installation'],
    );
    assert.deepEqual(
      [second?.['Link ID'], second?.['Short URL'], second?.['Re-engagement Link ID']],
      [link.id, link.shortUrl, again.id],
    );
  });

  test('is of a time range and of one link, in either series', async () => {
    const project = await newProject();
    const [link, again, other] = [
      await newLink(project),
      await newLink(project),
      await newLink(project),
    ];
    const installationId = await installBy(project, link);
    await recordAll(project, [
      newEvent({ eventId: 'before', installationId, at: timeAt(-2 * HOUR) }),
    ]);
    await reopenBy(project, again, installationId);
    await recordAll(project, [newEvent({ eventId: 'after', installationId })]);
    const idsOf = async (request: ExportRequest) =>
      (await exportEvents(project, request)).map((row) => row['Event ID']);
    assert.deepEqual(await idsOf({ linkId: link.id }), ['before', 'after']);
    assert.deepEqual(await idsOf({ linkId: again.id }), ['after']);
    assert.deepEqual(await idsOf({ linkId: other.id }), []);
    assert.deepEqual(await idsOf({ activeAfter: timeAt(-HOUR) }), ['after']);
    assert.deepEqual(await idsOf({ activeBefore: timeAt(-HOUR) }), ['before']);
  });

  test('400: filters of links and facts of clicks', async () => {
    const project = await newProject();
    const params = { projectId: project.project.id };
    for (const [field, value] of Object.entries({ search: 'x', sortBy: 'name', country: 'DE' })) {
      const body = { kind: 'events', [field]: value } as ExportRequest;
      const reply = await member(project)(operations.startExport, { params, body });
      assert.equal(reply.status, 400);
      assert.match(JSON.stringify(reply.body), new RegExp(field));
    }
  });
});
