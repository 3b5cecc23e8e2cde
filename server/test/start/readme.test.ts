import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder, newEnvironment, readLabel, start } from '../support/firstStart.ts';
import { childEnvironment } from '../support/run/childEnvironment.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Pages whose lines are run, with the blocks that install and start; a server that runs already stands for those. */
const PAGES = [
  { file: 'README.md', starting: ['npm ci && npm start', 'npm ci && npm test'] },
  { file: 'docs/quick-start.md', starting: ['npm ci && npm start'] },
];

interface Block {
  readonly lines: string;
  /** The block that shows what comes of it, where one follows. */
  readonly shown: string | undefined;
}

async function readBlocks(file: string): Promise<Block[]> {
  const text = await readFile(join(ROOT, file), 'utf8');
  const fences = [...text.matchAll(/^```(\w*)\n([^]*?)\n```$/gm)];
  return fences.flatMap(([, language, lines = ''], index) => {
    if (language !== 'sh') return [];
    const [, next, shown] = fences[index + 1] ?? [];
    return [{ lines, shown: next === 'sh' ? undefined : shown }];
  });
}

/** Ids and times are others each time. */
function normalise(text: string): string {
  return text
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
}

for (const { file, starting } of PAGES) {
  test(`the commands in ${file} give the shown results`, async () => {
    const blocks = await readBlocks(file);
    const begin = blocks.slice(0, starting.length).map(({ lines }) => lines);
    assert.deepEqual(begin, starting);
    await runBlocks(blocks.slice(starting.length));
  });
}

async function runBlocks(told: readonly Block[]): Promise<void> {
  const env = await newEnvironment();
  const ADMIN_TOKEN = 'an-admin-token-for-the-readme';
  const SECRET = 'a-secret-for-the-lines-of-the-readme';
  const folder = await makeFolder({ ...env, ADMIN_TOKEN, SECRET });
  await using server = await start(folder, env.PORT);
  const here = (text: string) => text.replaceAll('3000', env.PORT);
  const shell = spawn('sh', ['-e'], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...childEnvironment,
      KEY: readLabel(server.out, 'App key'),
      ...env,
      ADMIN_TOKEN,
      SECRET,
      DATA_DIR: join(folder, 'state'),
    },
  });
  let [out, err] = ['', ''];
  shell.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  shell.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  assert.ok(told.length >= 5);
  const mark = '\n--- next block ---\n';
  shell.stdin.end(told.map(({ lines }) => `${here(lines)}\nprintf '${mark}'\n`).join(''));
  const [code] = (await once(shell, 'close')) as [number | null];
  assert.equal(code, 0, err);
  const outputs = out.split(mark);
  for (const [index, { lines, shown }] of told.entries()) {
    const output = normalise(outputs[index] ?? '').replaceAll('\r', '');
    if (shown === undefined) assert.notEqual(output.trim(), '', lines);
    for (const line of normalise(here(shown ?? '')).split('\n')) {
      assert.ok(output.includes(line), `${lines}\n\nshows\n${line}\n\nand gave\n${output}`);
    }
  }
}
