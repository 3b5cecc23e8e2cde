import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { ExportRequest } from '@fairlead/contract/operations/exports';
import { newId } from '#platform/lib/uuid.ts';
import { clickOn } from '../support/callers/population.ts';
import { bodyOf } from '../support/callers/person.ts';
import {
  appKey,
  member,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { send, USER_AGENTS, visit } from '../support/callers/request.ts';
import { makeExport } from '../support/makeExport.ts';

// Rule: exports 12.

const HEADINGS =
  'Time,Link ID,Slug,Short URL,Kind,Device,OS,Browser,Country,App,Referrer,Source,Route,Language,Placement,' +
  'UTM Source,UTM Medium,UTM Campaign,UTM Term,UTM Content,Opened,Installed';

/** The rows of an export of clicks, by heading. */
async function exportClicks(project: TestProject, request: ExportRequest = {}) {
  const { records } = await makeExport(project, { kind: 'clicks', ...request });
  const [headings = [], ...rows] = records;
  return rows.map((row) => Object.fromEntries(headings.map((name, place) => [name, row[place]])));
}

async function refusalOf(project: TestProject, body: ExportRequest): Promise<string> {
  const params = { projectId: project.project.id };
  const reply = await member(project)(operations.startExport, { params, body });
  assert.equal(reply.status, 400);
  return JSON.stringify(reply.body);
}

describe('an export of clicks', () => {
  test('has a row for each visit of every kind, the oldest first, with all that is counted', async () => {
    const project = await newProject();
    const fallbackUrl = 'https://example.com/?utm_source=paper&utm_campaign==1%2B1';
    const { id, shortUrl } = await newLink(project, { slug: 'summer', fallbackUrl });
    const german = { 'cf-ipcountry': 'DE', 'accept-language': 'de', referer: 'https://news.test/' };
    await visit(project.host, '/summer', USER_AGENTS.desktop, german);
    await visit(project.host, '/summer', 'facebookexternalhit/1.1');
    await send({ path: '/summer', method: 'HEAD', headers: { host: project.host } });
    const rows = await exportClicks(project);
    assert.equal(Object.keys(rows[0]!).join(','), HEADINGS);
    assert.deepEqual(
      rows.map((row) => row['Kind']),
      ['click', 'preview', 'bot'],
    );
    const { Time: time, Device: device, OS: _os, Browser: _browser, ...first } = rows[0]!;
    assert.ok(Math.abs(Date.parse(time!) - Date.now()) < 600_000);
    assert.match(time!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(device, 'desktop');
    assert.deepEqual(first, {
      'Link ID': id,
      Slug: 'summer',
      'Short URL': shortUrl,
      Kind: 'click',
      Country: 'DE',
      App: '',
      Referrer: 'news.test',
      Source: 'link',
      Route: '',
      Language: 'de',
      Placement: '',
      'UTM Source': 'paper',
      'UTM Medium': '',
      'UTM Campaign': "'=1+1",
      'UTM Term': '',
      'UTM Content': '',
      Opened: 'no',
      Installed: 'no',
    });
  });

  test('says which clicks opened the app and which were credited with an install', async () => {
    const project = await newProject();
    const { id } = await newLink(project, { slug: 'seen' });
    const { app } = project.server;
    const link = await app.db
      .selectFrom('links')
      .select(['key', 'project_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const clicks = [false, true, true].map((opened, place) =>
      clickOn(
        { key: link.key, projectId: link.project_id },
        { id: newId(Date.now() - 10_000 + place), opened },
      ),
    );
    for (const click of clicks) await app.ledger.record(click);
    await app.numbers.settle(async () => {});
    await app.db
      .insertInto('attribution_facts')
      .values({
        kind: 'install',
        click_id: clicks[2]!.id,
        link_key: link.key,
        project_id: link.project_id,
        at: new Date(),
      })
      .execute();
    assert.deepEqual(
      (await exportClicks(project)).map((row) => [row['Opened'], row['Installed']]),
      [
        ['no', 'no'],
        ['yes', 'no'],
        ['yes', 'yes'],
      ],
    );
  });

  test('has those of a time, of a link, and with some facts, an empty one for what is not known', async () => {
    const project = await newProject();
    const { id } = await newLink(project, { slug: 'one' });
    await newLink(project, { slug: 'other' });
    for (const country of ['DE', 'FR', '']) {
      for (const path of ['/one', '/other']) {
        await visit(project.host, path, undefined, { 'cf-ipcountry': country });
      }
    }
    const count = async (request: ExportRequest) => (await exportClicks(project, request)).length;
    assert.equal(await count({}), 6);
    assert.equal(await count({ linkId: id }), 3);
    assert.equal(await count({ country: 'DE' }), 2);
    assert.equal(await count({ country: '', linkId: id }), 1);
    assert.equal(await count({ country: 'DE', source: 'qr' }), 0);
    assert.equal(await count({ activeBefore: '2020-01-01T00:00:00Z' }), 0);
    assert.equal(await count({ activeAfter: '2020-01-01T00:00:00Z' }), 6);
  });

  test('still has the clicks of a link that was deleted', async () => {
    const project = await newProject();
    const { id } = await newLink(project, { slug: 'gone' });
    await visit(project.host, '/gone');
    await appKey(project)(operations.deleteLink, { params: { id } });
    assert.deepEqual(
      (await exportClicks(project, { linkId: id })).map((row) => row['Slug']),
      ['gone'],
    );
  });

  test('400: what is for links alone, or for clicks alone, and a link that is not there', async () => {
    const project = await newProject();
    assert.match(
      await refusalOf(project, { kind: 'clicks', search: 'x', sortBy: 'name' }),
      /search does not apply to clicks.*sortBy does not apply to clicks/,
    );
    assert.match(await refusalOf(project, { country: 'DE' }), /country applies to clicks alone/);
    const { id } = await newLink(await newProject(), { slug: 'foreign' });
    assert.match(
      await refusalOf(project, { kind: 'clicks', linkId: id }),
      /linkId must be the id of a link of the project/,
    );
  });

  test('says how far it is while it is made', async () => {
    const project = await newProject();
    const { db } = project.server.app;
    const params = { projectId: project.project.id };
    const body = { kind: 'clicks' } as const;
    const { data } = bodyOf(await member(project)(operations.startExport, { params, body }), 202);
    await db
      .updateTable('exports')
      .set({ status: 'processing', row_count: 10_000 })
      .where('id', '=', data.jobId)
      .execute();
    const list = bodyOf(await member(project)(operations.listExports, { params }), 200);
    const [entry] = list.data.exports;
    assert.deepEqual([entry?.rowsSoFar, entry?.rowCount], [10_000, undefined]);
  });
});
