import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { operations } from '@fairlead/contract';
import { childEnvironment } from '../../../server/test/support/run/childEnvironment.ts';
import {
  appKey,
  newProject,
  type TestProject,
} from '../../../server/test/support/callers/personas.ts';
import { ADMIN_TOKEN } from '../../../server/test/support/useServer.ts';
import { runFairlead } from '../runFairlead.ts';

const ROOT = join(import.meta.dirname, '../../..');

async function linksOf(project: TestProject) {
  const reply = await appKey(project)(operations.listLinks, { query: { sortOrder: 'asc' } });
  assert.ok('links' in reply.body);
  return reply.body.links;
}

/** Links a, b and c of a project, imported with one row that is refused. */
async function importThree(more: Record<string, string> = {}) {
  const project = await newProject();
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-undo-'));
  const report = join(folder, 'report.csv');
  const env = {
    FAIRLEAD_SERVER: project.server.origin,
    FAIRLEAD_APP_KEY: project.appKey,
    XDG_STATE_HOME: folder,
    ...more,
  };
  const run = async (...argv: string[]) => {
    const file =
      'slug,url,created\na,https://acme.example/a,2020-01-01\nb,https://acme.example/b,\nc,https://acme.example/c,\nd,,\n';
    const finished = await runFairlead([...argv, '--json'], env, '/nowhere', file);
    return { ...finished, json: JSON.parse(finished.out) as Record<string, unknown> };
  };
  const { status, err } = await run(
    'import',
    '-',
    '--report',
    report,
    '--project',
    project.project.id,
  );
  assert.equal(status, 0, err);
  return {
    project,
    report,
    folder,
    run,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

suite('taking an import back', () => {
  test('deletes what it created, leaves what was changed or is gone, and says so', async () => {
    await using stage = await importThree();
    const { project, report, run } = stage;
    const [, b, c] = await linksOf(project);
    const call = appKey(project);
    await call(operations.updateLink, { params: { id: b!.id }, body: { name: 'Mine' } });
    await call(operations.deleteLink, { params: { id: c!.id } });
    const unasked = await run('import', '--undo', report);
    assert.equal(unasked.status, 2);
    assert.match(String(unasked.json['error']), /Delete 3 links .*--yes/);
    const { status, json } = await run('import', '--undo', report, '--yes');
    assert.equal(status, 0);
    assert.equal(json['deleted'], 1);
    assert.deepEqual(
      (json['left'] as { shortUrl: string; reason: string }[]).map(({ shortUrl, reason }) => [
        new URL(shortUrl).pathname,
        reason,
      ]),
      [
        ['/b', 'It has been changed since'],
        ['/c', 'It is not there any more'],
      ],
    );
    assert.deepEqual(
      (await linksOf(project)).map(({ slug }) => slug),
      ['b'],
    );
    const again = await run('import', '--undo', report, '--yes');
    assert.equal(again.json['deleted'], 0);
  });

  test('links that an import found there already are not its own', async () => {
    await using stage = await importThree();
    const { project, folder, run } = stage;
    const second = join(folder, 'second.csv');
    await run('import', '-', '--report', second);
    const { json } = await run('import', '--undo', second, '--yes');
    assert.deepEqual(json, { undone: second, deleted: 0, left: [] });
    assert.equal((await linksOf(project)).length, 3);
  });

  test('the operator can take back what the operator imported, and a member as well', async () => {
    await using stage = await importThree({ FAIRLEAD_APP_KEY: '', ADMIN_TOKEN });
    const { project, report, run } = stage;
    const { json } = await run(
      'import',
      '--undo',
      report,
      '--yes',
      '--project',
      project.project.id,
    );
    assert.equal(json['deleted'], 3);
    assert.deepEqual(await linksOf(project), []);
  });

  test('a link of another project is out of reach', async () => {
    await using one = await importThree();
    await using other = await importThree();
    const { json } = await other.run('import', '--undo', one.report, '--yes');
    assert.equal(json['deleted'], 0);
    assert.equal((await linksOf(one.project)).length, 3);
  });

  test('a file that is no report of an import, or of a dry run, is refused', async () => {
    await using stage = await importThree();
    const { folder, run } = stage;
    const file = join(folder, 'other.csv');
    await writeFile(file, 'a,b\n1,2\n');
    const other = await run('import', '--undo', file, '--yes');
    assert.match(String(other.json['error']), /no report of an import/);
    const links = join(folder, 'links.csv');
    await writeFile(links, 'slug,url\nz,https://acme.example/\n');
    await run('import', links, '--dry-run', '--report', file);
    const dry = await run('import', '--undo', file, '--yes');
    assert.match(String(dry.json['error']), /report of a dry run/);
  });
});

suite('where a report goes', () => {
  test('under npm into the folder where the person stands, and files are read from there', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'fairlead-here-')));
    try {
      await writeFile(join(folder, 'links.csv'), 'slug,url\na,https://acme.example/\n');
      const argv = ['run', '--silent', '--prefix', ROOT, 'fairlead', '--'];
      const { stdout } = await promisify(execFile)(
        'npm',
        [...argv, 'import', 'links.csv', '--dry-run', '--json'],
        {
          cwd: folder,
          env: { ...childEnvironment, XDG_CONFIG_HOME: folder, DATA_DIR: join(folder, 'none') },
        },
      );
      const { report } = JSON.parse(stdout) as { report: string };
      assert.match(report, /^import-csv-dry-run-.*\.csv$/);
      assert.deepEqual((await readdir(folder)).toSorted(), [report, 'links.csv'].toSorted());
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
