import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { UpdateLinkRequest } from '@fairlead/contract/operations/linkManagement';
import { appKey, newLink, newProject, type TestProject } from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';
import { send, visit } from '../support/callers/request.ts';
import { makeExport } from '../support/makeExport.ts';

// Rule: exports 11.

const GERMANY = { name: 'Germany', when: { country: ['DE'] }, to: { update: true as const } };
const VARIANTS = [
  { name: '=A', share: 1, to: {} },
  { name: 'B', share: 99, to: {} },
];

async function change(project: TestProject, id: string, body: UpdateLinkRequest): Promise<void> {
  bodyOf(await appKey(project)(operations.updateLink, { params: { id }, body }), 200);
}

describe('an export of rules and variants', () => {
  test('has a row for each of a link, in its order, also for former ones; other links have none', async () => {
    const project = await newProject();
    await newLink(project, { slug: 'plain' });
    const { id, shortUrl } = await newLink(project, { slug: 'ruled', name: '+Spring' });
    await change(project, id, { rules: [{ ...GERMANY, name: 'Old' }] });
    await visit(project.host, '/ruled', undefined, { 'cf-ipcountry': 'DE' });
    await change(project, id, { rules: [GERMANY], variants: VARIANTS });
    await visit(project.host, '/ruled', undefined, { 'cf-ipcountry': 'DE' });
    await visit(project.host, '/ruled', undefined, { 'cf-ipcountry': 'DE' });
    const { records } = await makeExport(project, { kind: 'routes' });
    const [headings, ...rows] = records;
    assert.deepEqual(headings, [
      'Name',
      'Slug',
      'Short URL',
      'Led By',
      'Rule Or Variant',
      'Current',
      'Clicks',
      'People',
      'Opens',
      'Installs',
      'Period Start',
      'Period End',
    ]);
    assert.deepEqual(
      rows.map((row) => row.slice(3, 10)),
      [
        ['rule', 'Germany', 'yes', '2', '1', '0', '0'],
        ['variant', "'=A", 'yes', '0', '0', '0', '0'],
        ['variant', 'B', 'yes', '0', '0', '0', '0'],
        ['link', '', 'yes', '0', '0', '0', '0'],
        ['rule', 'Old', 'no', '1', '1', '0', '0'],
      ],
    );
    for (const row of rows) assert.deepEqual(row.slice(0, 3), ["'+Spring", 'ruled', shortUrl]);
  });

  test('counts within the window that is asked for, which stands in every row', async () => {
    const project = await newProject();
    const { id } = await newLink(project, { slug: 'ruled' });
    await change(project, id, { rules: [GERMANY] });
    await visit(project.host, '/ruled', undefined, { 'cf-ipcountry': 'DE' });
    const window = {
      activeAfter: '2020-01-01T00:00:00.000Z',
      activeBefore: '2020-02-01T00:00:00.000Z',
    };
    const { records } = await makeExport(project, { kind: 'routes', ...window });
    assert.deepEqual(
      records.slice(1).map((row) => [row[6], row[10], row[11]]),
      [1, 2].map(() => ['0', window.activeAfter, window.activeBefore]),
    );
  });

  test('takes the filters of links, and goes on from page to page', async () => {
    const project = await newProject();
    const rows = Array.from({ length: 205 }, (_, place) => ({
      type: 'unified',
      slug: `r${place}`,
      fallbackUrl: 'https://example.com/',
      tags: [place < 3 ? 'few' : 'many'],
      rules: [GERMANY],
    }));
    const headers = { 'x-app-key': project.appKey, 'content-type': 'application/json' };
    const body = JSON.stringify(rows);
    await send({ method: 'POST', path: '/v1/links/bulk', headers, body });
    const few = await makeExport(project, { kind: 'routes', tag: 'few' });
    assert.equal(few.records.length, 1 + 3 * 2);
    const all = await makeExport(project, { kind: 'routes' });
    const slugs = all.records.slice(1).map(([, slug]) => slug);
    assert.deepEqual([slugs.length, new Set(slugs).size], [410, 205]);
    assert.deepEqual((await makeExport(project)).records.length, 206);
  });
});
