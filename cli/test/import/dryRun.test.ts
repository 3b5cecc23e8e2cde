import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createConverter } from '@fairlead/imports/convert';
import { readTable, recordsOf } from '@fairlead/imports/readFile';
import { type ReportRow, runImport } from '@fairlead/imports/runImport';
import { SOURCES } from '@fairlead/imports/sources/index';
import fc from 'fast-check';
import {
  appKey,
  newLink,
  newProject,
  type TestProject,
} from '../../../server/test/support/callers/personas.ts';
import { useSmallPlans } from '../../../server/test/support/callers/smallPlans.ts';
import { byKey } from '../../src/account/connect.ts';
import { createSender } from '../../src/import/createSender.ts';

/** Few values of each kind, so that rows collide, and after them some that are wrong. `$1` and `$2` are hosts of the project. */
const CELLS = {
  'Short URL': [
    ['', '', '', '', '$1/a', '$1/b', '$2/a', '$2/b', '$2/C'],
    ['$2/robots.txt', 'elsewhere.test/a', '$1/a b', '$1/'],
  ],
  slug: [
    ['', '', '', '', 'a', 'b', 'C', 'c', 'sale/1'],
    ['robots.txt', 'no spaces', '.well-known/x'],
  ],
  domain: [['', '$1', '$2'], ['elsewhere.test']],
  url: [
    ['https://acme.example/1', 'https://acme.example/2', 'acme.example'],
    [
      'https://$1/a',
      'https://$1/b',
      'javascript:alert(1)',
      'ms-settings:about',
      'https://',
      '',
      'x'.repeat(9000),
    ],
  ],
  ios: [['', 'acme://x'], ['data:,x']],
  reference: [['', '', '', '', '', '', '', 'one', 'two'], ['with space']],
  tags: [['', 'a,b'], ['x'.repeat(80)]],
  expires: [['', '2030-01-01'], ['2001-01-01']],
  parameters: [
    ['', '{"a":1}'],
    ['[1]', '{"big":12345678901234567890}'],
  ],
  type: [['', 'unified', 'dynamic'], ['magic']],
} as const;
const HEADINGS = Object.keys(CELLS);
const rowOf = fc.tuple(
  ...Object.values(CELLS).map(([right, wrong]) =>
    fc.oneof(
      { weight: 24, arbitrary: fc.constantFrom<string>(...right) },
      { weight: 1, arbitrary: fc.constantFrom<string>(...wrong) },
    ),
  ),
);

/** As the command line imports, in calls of a few links. */
async function importFile(project: TestProject, text: string, dryRun: boolean) {
  const file = readTable(Buffer.from(text));
  assert.ok(typeof file !== 'string');
  const rows: ReportRow[] = [];
  const counts = await runImport({
    records: recordsOf(file, SOURCES.csv),
    converter: createConverter(SOURCES.csv),
    send: createSender(byKey(project.server.origin, project.appKey, 'test')),
    dryRun,
    together: 3,
    wait: () => Promise.resolve(),
    onRow: (row) => rows.push(row),
  });
  const told = rows.map(({ row, origin, status, reason, findings }) => ({
    row,
    origin,
    status: status === 'planned' ? 'created' : status,
    reason,
    findings,
  }));
  return { counts, told };
}

async function addHost(project: TestProject): Promise<string> {
  const host = `t${randomUUID().slice(0, 8)}.test`;
  await project.server.app.db
    .insertInto('domains')
    .values({
      id: randomUUID(),
      project_id: project.project.id,
      host,
      verification_token: randomUUID(),
      verified_at: new Date(),
    })
    .execute();
  return host;
}

/** The name of links that stay. */
const KEPT = 'kept';

async function empty({ server, project }: TestProject): Promise<void> {
  const gone = server.app.db.updateTable('links').set({ deleted_at: new Date() });
  await gone.where('project_id', '=', project.id).where('name', 'is distinct from', KEPT).execute();
}

async function countLinks(project: TestProject): Promise<number> {
  const reply = await appKey(project)(operations.listLinks, { query: { limit: 200 } });
  assert.ok('links' in reply.body);
  return reply.body.links.length;
}

suite('a dry run tells exactly what the import then does', () => {
  for (const [what, kept, open] of [
    ['without a limit', 0, () => newProject()],
    [
      'where the plan has room for four more links',
      6,
      async () => newProject({ plan: 'small' }, await useSmallPlans()),
    ],
  ] as const) {
    test(`row by row, over random files of which a part is there already, ${what}`, async () => {
      const project = await open();
      const second = await addHost(project);
      for (let count = 0; count < kept; count += 1) await newLink(project, { name: KEPT });
      const rows = fc.array(rowOf, { minLength: 1, maxLength: 24 });
      await fc.assert(
        fc.asyncProperty(rows, fc.nat({ max: 4 }), async (lines, there) => {
          const textOf = (some: readonly (readonly string[])[]) =>
            [HEADINGS, ...some]
              .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
              .join('\n')
              .replaceAll('$1', project.host)
              .replaceAll('$2', second);
          await empty(project);
          if (there > 0) await importFile(project, textOf(lines.slice(0, there)), false);
          const before = await countLinks(project);
          const plan = await importFile(project, textOf(lines), true);
          assert.equal(await countLinks(project), before);
          const done = await importFile(project, textOf(lines), false);
          assert.deepEqual(plan.counts, done.counts);
          // Calls that are under way together may take the last places of a plan in any order.
          if (kept === 0) assert.deepEqual(plan.told, done.told);
        }),
        { numRuns: 60 },
      );
    });
  }
});
