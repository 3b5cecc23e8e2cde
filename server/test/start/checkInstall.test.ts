import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { useNode } from '../../../sdk/test/support/useNode.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SCRIPT = 'scripts/checkInstall.cjs';

suite('npm start before the server can run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-install-'));
  after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'scripts'));
  mkdirSync(join(folder, 'node_modules'));
  copyFileSync(join(ROOT, SCRIPT), join(folder, SCRIPT));
  const check = (program: string) =>
    spawnSync(program, [join(folder, SCRIPT)], { encoding: 'utf8' });

  test('while npm ci runs: one sentence and the cure', () => {
    const { status, stderr } = check(process.execPath);
    assert.equal(status, 1);
    assert.match(stderr, /^Fairlead cannot start: npm ci has not ended here\. Run npm ci, .*\n$/);
  });

  test('once it has ended: nothing; on an older Node: one sentence that names it', async (context) => {
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{}');
    const { status, stderr } = check(process.execPath);
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
    const older = await useNode(20);
    if (older === undefined) return context.skip('npm cannot be reached');
    const said = check(older);
    assert.equal(said.status, 1);
    assert.match(said.stderr, /^Fairlead cannot start: this is Node 20\..* Run npm ci, .*\n$/);
  });
});
