import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../../..');

interface Instruction {
  readonly name: string;
  readonly value: string;
}

/** The instructions of each stage, continued lines as one and comments left out. */
function readStages(): Instruction[][] {
  const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '');
  const stages: Instruction[][] = [[]];
  for (const [, name = '', value = ''] of text.matchAll(/^([A-Z]+) (.+)$/gm)) {
    if (name === 'FROM') stages.push([]);
    stages.at(-1)!.push({ name, value });
  }
  return stages;
}

suite('Docker image', () => {
  const stages = readStages();
  const last = stages.at(-1)!;
  const valueOf = (name: string) => last.findLast((each) => each.name === name)?.value;
  const copies = stages
    .flat()
    .filter(({ name, value }) => name === 'COPY' && !value.startsWith('--from='))
    .map(({ value }) => value.split(' '));

  test('every copied source file exists', () => {
    const sources = copies.flatMap((words) => words.slice(0, -1));
    assert.ok(sources.length > 0);
    assert.deepEqual(
      sources.filter((path) => !existsSync(join(ROOT, path))),
      [],
    );
  });

  test("copies every workspace's package.json, as npm ci requires", () => {
    const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      workspaces: string[];
    };
    const copied = new Map(copies.map(([from = '', to]) => [from, to]));
    for (const each of workspaces) assert.equal(copied.get(`${each}/package.json`), `${each}/`);
  });

  test('is made of one base, given by its digest', () => {
    const [globals = [], ...built] = stages;
    const base = globals.find(({ name }) => name === 'ARG')?.value;
    assert.match(base ?? '', /^BASE=[\w.-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
    for (const [from] of built) assert.match(from!.value, /^\$\{BASE\}/);
  });

  test('runs as an ordinary user, listens on all interfaces and has a health check', () => {
    assert.match(valueOf('USER') ?? '', /^[1-9]\d*:[1-9]\d*$/);
    assert.ok(valueOf('ENV')?.split(' ').includes('HOST=0.0.0.0'));
    const [, check = '[]'] = /CMD (\[.*\])$/.exec(valueOf('HEALTHCHECK') ?? '') ?? [];
    assert.match((JSON.parse(check) as string[]).join(' '), /\/health/);
    const command = JSON.parse(valueOf('CMD') ?? '[]') as string[];
    assert.ok(existsSync(join(ROOT, command[1] ?? '')));
  });
});
