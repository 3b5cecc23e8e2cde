import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const FILES = globSync('.github/workflows/*.yml', { cwd: ROOT }).toSorted();
const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8');

type Permissions = Readonly<Record<string, 'read' | 'write'>>;

interface Job {
  readonly permissions?: Permissions;
  readonly container?: string;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly {
    readonly uses?: string;
    readonly with?: object;
    readonly run?: string;
  }[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Permissions;
  readonly jobs: Readonly<Record<string, Job>>;
}

const readWorkflow = (path: string) => parse(readText(path)) as Workflow;

suite('GitHub workflows', () => {
  for (const file of FILES) {
    const { permissions, jobs } = readWorkflow(file);

    test(`${file}: actions are named by commit with their version beside, images by digest`, () => {
      const lines = readText(file).match(/\buses: .*/g) ?? [];
      const steps = Object.values(jobs).flatMap((job) => job.steps);
      assert.equal(lines.length, steps.filter(({ uses }) => uses !== undefined).length);
      for (const line of lines) {
        assert.match(line, /^uses: [\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      }
      for (const { container } of Object.values(jobs)) {
        assert.match(container ?? `none@sha256:${'0'.repeat(64)}`, /@sha256:[0-9a-f]{64}$/);
      }
    });

    test(`${file}: jobs may write only what they say, end in time and keep no credentials in .git`, () => {
      assert.deepEqual(permissions, { contents: 'read' });
      for (const [name, job] of Object.entries(jobs)) {
        assert.ok(job['timeout-minutes'] !== undefined, name);
        for (const step of job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))) {
          assert.equal(
            (step.with as { 'persist-credentials'?: boolean })['persist-credentials'],
            false,
          );
        }
      }
    });
  }

  test('an action has the same commit everywhere', () => {
    const commits = new Map<string, string>();
    for (const file of FILES) {
      for (const [, action = '', commit = ''] of readText(file).matchAll(/uses: (\S+)@(\S+)/g)) {
        assert.equal(commits.get(action) ?? commit, commit, action);
        commits.set(action, commit);
      }
    }
    assert.ok(commits.size >= 5);
  });

  test('CI runs .ci/run, and the audit runs by itself each week', () => {
    const { jobs } = readWorkflow('.github/workflows/ci.yml');
    assert.ok(jobs['test']?.steps.some(({ run }) => run === './.ci/run'));
    assert.ok(existsSync(join(ROOT, '.ci/run')));
    const { on } = readWorkflow('.github/workflows/audit.yml');
    const [each] = on['schedule'] as { cron: string }[];
    assert.match(each?.cron ?? '', /^\d+ \d+ \* \* [0-6]$/);
  });

  test('the release signs, attests and publishes without a stored key', () => {
    const { on, jobs } = readWorkflow('.github/workflows/release.yml');
    assert.deepEqual(on, { push: { tags: ['v*'] } });
    const text = readText('.github/workflows/release.yml');
    assert.doesNotMatch(text, /\bsecrets\./);
    for (const name of ['files', 'image']) {
      assert.equal(jobs[name]?.permissions?.['id-token'], 'write', name);
    }
    const commands = Object.values(jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run }) => run ?? []),
    );
    for (const command of commands.filter((each) => each.startsWith('npm publish'))) {
      assert.match(command, / --provenance$/);
    }
    const image = commands.find((each) => each.includes('buildx build')) ?? '';
    for (const word of ['--provenance=mode=max', '--sbom=true', 'cosign sign --yes']) {
      assert.ok(image.includes(word), word);
    }
    assert.ok(commands.some((each) => each.startsWith('cosign sign-blob')));
  });
});

suite('GitHub issue forms', () => {
  test('are valid YAML and ask for steps and version', () => {
    for (const file of globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT })) {
      assert.equal(typeof parse(readText(file)), 'object', file);
    }
    const { body } = parse(readText('.github/ISSUE_TEMPLATE/bug.yml')) as {
      body: { id?: string }[];
    };
    const ids = new Set(body.flatMap(({ id }) => id ?? []));
    for (const id of ['happened', 'steps', 'version']) assert.ok(ids.has(id), id);
  });
});
