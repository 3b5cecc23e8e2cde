import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8');

suite('the deployment guide', () => {
  test('deploy/prove/deploy.sh plays each of its steps once, in their order', () => {
    const listed = execFileSync('bash', ['deploy/prove/deploy.sh', '--list'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const scripts = ['deploy.sh', 'afterInstall.sh'].map((name) =>
      readText(`deploy/prove/${name}`),
    );
    const played = [...scripts.join('\n').matchAll(/^(?:play|step) (\d\d)\.sh/gm)];
    const steps = listed.split('%%\n').slice(0, -1);
    assert.ok(steps.length > 0);
    assert.deepEqual(
      played.map(([, number]) => Number(number)),
      steps.map((_, index) => index + 1),
    );
  });
});
