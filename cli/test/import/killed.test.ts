import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { newProject } from '../../../server/test/support/callers/personas.ts';
import { bodyOf, ownerOf } from '../../../server/test/support/callers/person.ts';
import { readStrictCsv } from '../../../server/test/support/outside/readStrictCsv.ts';
import { runFairlead } from '../runFairlead.ts';
import { childEnvironment } from '../../../server/test/support/run/childEnvironment.ts';
import { until } from '../../../server/test/support/until.ts';
import { COMMAND_LINE } from '../../../server/test/support/run/programs.ts';

const ROWS = 20_000;
/** Early, for the rest is soon done: several calls are under way at any moment. */
const KILLED_AT = ROWS / 4;

test('an import that is killed and run again neither duplicates nor loses links', async () => {
  const project = await newProject();
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-killed-'));
  try {
    const [file, report] = [join(folder, 'links.csv'), join(folder, 'report.csv')];
    const lines = Array.from(
      { length: ROWS },
      (_, row) => `https://${project.host}/${row},https://acme.example/${row}`,
    );
    await writeFile(file, `Short link,Destination URL\n${lines.join('\n')}\n`);
    const argv = ['import', file, '--json', '--report', report];
    const env = {
      ...childEnvironment,
      XDG_STATE_HOME: folder,
      FAIRLEAD_SERVER: project.server.origin,
      FAIRLEAD_APP_KEY: project.appKey,
    };
    const child = spawn(process.execPath, [COMMAND_LINE, ...argv], { env, stdio: 'ignore' });
    const closed = once(child, 'close');
    const reported = async () =>
      (await readFile(report, 'utf8').catch(() => '')).split('\r\n').length;
    const isFarEnough = async () => (await reported()) >= KILLED_AT || child.exitCode !== null;
    await until('it is half-way', isFarEnough, { everyMs: 5 });
    child.kill('SIGKILL');
    await closed;

    const { status, out, err } = await runFairlead(argv, env);
    assert.equal(status, 0, err);
    const outcome = JSON.parse(out) as {
      rows: number;
      created: number;
      existing: number;
      refused: number;
    };
    assert.equal(outcome.rows, ROWS);
    assert.equal(outcome.refused, 0);
    assert.equal(outcome.created + outcome.existing, ROWS);
    assert.ok(outcome.existing >= KILLED_AT - 2, `${outcome.existing} were there`);
    assert.ok(outcome.created > 0, 'the first import had come to its end');
    const { total } = bodyOf(
      await (
        await ownerOf(project)
      ).call(operations.listProjectLinks, {
        params: { projectId: project.project.id },
        query: { limit: 1 },
      }),
      200,
    );
    assert.equal(total, ROWS);
    const rows = readStrictCsv(await readFile(report, 'utf8')).slice(1);
    assert.equal(rows.length, ROWS);
    assert.equal(new Set(rows.map(([row]) => row)).size, ROWS);
  } finally {
    await rm(folder, { recursive: true });
  }
});
