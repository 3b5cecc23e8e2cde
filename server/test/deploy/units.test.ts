import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { findProgram, skipWithout } from '../support/outside/findProgram.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = 'deploy/systemd';
/** Of 10; a unit without any protection has 9.6. */
const MAX_EXPOSURE = 1.5;

/** The settings of `[Service]`, each with its values in order. */
function readService(name: string): Map<string, string[]> {
  const text = readFileSync(join(ROOT, FOLDER, name), 'utf8');
  const [, section = ''] = /^\[Service\]\n([^]*?)(?=^\[|(?![^]))/m.exec(text) ?? [];
  const settings = new Map<string, string[]>();
  for (const [, key = '', value = ''] of section.matchAll(/^(\w+)=(.*)$/gm)) {
    settings.set(key, [...(settings.get(key) ?? []), value]);
  }
  return settings;
}

suite('systemd units', () => {
  const server = readService('fairlead.service');
  const backup = readService('fairlead-backup.service');
  const analyze = findProgram('systemd-analyze', 'SYSTEMD_ANALYZE');

  for (const name of ['fairlead.service', 'fairlead-backup.service']) {
    test(
      `${name}: its exposure is at most ${MAX_EXPOSURE} of 10`,
      { skip: skipWithout(analyze, 'systemd-analyze is not installed') },
      () => {
        const words = [
          'security',
          '--offline=true',
          `--threshold=${MAX_EXPOSURE * 10}`,
          '--no-pager',
        ];
        const { status, stdout, stderr } = spawnSync(
          analyze ?? '',
          [...words, join(FOLDER, name)],
          {
            cwd: ROOT,
            encoding: 'utf8',
          },
        );
        assert.equal(status, 0, stdout + stderr);
      },
    );
  }

  test('the backup has the user, the settings and the confinement of the server', () => {
    /** What only a server does, and where each may write. */
    const own =
      /^(?:Type|Exec\w+|Kill\w+|TimeoutStopSec|Restart\w*|LimitNOFILE|StateDirectory\w*|ReadWritePaths)$/;
    const shared = (unit: Map<string, string[]>) =>
      Object.fromEntries([...unit].filter(([key]) => !own.test(key)));
    // Restrict… are confinement, Restart… are not.
    assert.ok('RestrictNamespaces' in shared(server) && 'UMask' in shared(server));
    assert.deepEqual(shared(backup), shared(server));
  });

  test('what they start exists, and the timer starts the backup', () => {
    for (const [unit, pattern] of [
      [server, /node (\S+) serve$/],
      [backup, /node (\S+) backup /],
    ] as const) {
      const [, script = ''] = pattern.exec(unit.get('ExecStart')?.[0] ?? '') ?? [];
      assert.ok(script !== '' && existsSync(join(ROOT, script)), script);
    }
    assert.ok(existsSync(join(ROOT, FOLDER, 'fairlead-backup.timer')));
  });
});
