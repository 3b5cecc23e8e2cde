import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import { findPostmaster } from '#platform/db/embedded/postmaster.ts';
import { findFreePort } from '#platform/lib/process/findFreePort.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { kill, makePlace, query } from '../support/embeddedDatabase.ts';
import { childEnvironment } from '../support/run/childEnvironment.ts';
import { spawnServer, untilAnswered } from '../support/spawnServer.ts';

const ROOT = join(import.meta.dirname, '../../..');

async function settingsOf(dataDir: string): Promise<Record<string, string>> {
  const port = String(await findFreePort());
  return { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, DATA_DIR: dataDir };
}

suite('npm start', { concurrency: 2 }, () => {
  const endings = [
    ['SIGTERM to npm', 'SIGTERM', 1],
    // A terminal sends it to all processes of the group, and npm passes it on.
    ['Ctrl-C', 'SIGINT', -1],
  ] as const;
  for (const [what, signal, sign] of endings) {
    test(`${what} ends the server and its database, and before the banner only ours is said`, async () => {
      await using place = await makePlace();
      const settings = await settingsOf(place.dataDir);
      // What is built beforehand belongs to other tests, too.
      const npm = spawn('npm', ['start', '--silent', '--ignore-scripts'], {
        cwd: ROOT,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...childEnvironment, LOG_LEVEL: 'warn', ...settings },
      });
      await using ends = new AsyncDisposableStack();
      ends.defer(() => void (npm.exitCode === null && process.kill(-npm.pid!, 'SIGKILL')));
      const said = Promise.all([text(npm.stdout), text(npm.stderr)]);
      await untilAnswered(npm, settings['PUBLIC_URL'] ?? '');
      await place.readPostmasterPid();
      process.kill(sign * npm.pid!, signal);
      await once(npm, 'close');
      const [out, log] = await said;
      assert.equal(log, '');
      assert.match(out, /^(?:\n─+\n {2}Fairlead [^]*)?$/);
      assert.equal(await findPostmaster(join(place.dataDir, 'postgres/cluster')), undefined);
      await assert.rejects(fetch(`${settings['PUBLIC_URL']}/health`));
    });
  }
});

test('the sources start without a bundle, as npm run dev does it', async () => {
  await using place = await makePlace();
  const settings = await settingsOf(place.dataDir);
  const main = join(ROOT, 'server/src/main.ts');
  const child = spawnServer(settings, { main });
  await untilAnswered(child, settings['PUBLIC_URL'] ?? '');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});

test('a stack trace of the bundle names the sources', async () => {
  await using place = await makePlace();
  const settings = await settingsOf(place.dataDir);
  const secret = 'a-secret-of-a-server-that-has-lost-a-table';
  const database = await makeMigratedDatabase();
  const child = spawnServer(
    {
      ...settings,
      SECRET: secret,
      ADMIN_TOKEN: secret,
      DATABASE_URL: database,
      LOG_LEVEL: 'error',
    },
    { stderr: 'pipe' },
  );
  await using ends = new AsyncDisposableStack();
  ends.defer(() => kill(child));
  const { PUBLIC_URL: origin = '' } = settings;
  await untilAnswered(child, origin);
  await query({ connectionString: database }, 'alter table app_keys rename to gone');
  const logged = once(child.stderr!, 'data');
  const reply = await fetch(`${origin}/v1/sdk/links/one`, {
    headers: { 'x-app-key': 'fl_live_1' },
  });
  assert.equal(reply.status, 500);
  const [line] = (await logged) as [Buffer];
  assert.match(line.toString(), /server\/src\/teams\/appKeys\/\w+\.ts:\d+:\d+/);
  assert.doesNotMatch(line.toString(), /\/dist\/[\w-]+\.js/);
});
