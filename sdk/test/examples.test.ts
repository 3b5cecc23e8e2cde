import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, test } from 'node:test';
import { suiteInBrowser } from '../../server/test/support/browser/browser.ts';
import { newLink, newProject } from '../../server/test/support/callers/personas.ts';
import { publishableKeyOf } from './support/adapters.ts';
import { openSite } from './support/openSite.ts';
import { bundleSdk, packSdk } from './support/packSdk.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

describe('the sample server', () => {
  test('starts with the command in its guide and makes one link per user', async () => {
    const project = await newProject();
    const folder = join((await packSdk()).folder, 'node-server');
    cpSync(join(ROOT, 'examples/node-server'), folder, { recursive: true });
    const [command = ''] =
      /^FAIRLEAD_APP_KEY=.* npm start$/m.exec(read('docs/sdk/server.md')) ?? [];
    const line = command
      .replace('fl_live_of_your_server', project.appKey)
      .replace('https://links.example.com', project.server.origin);
    assert.ok(line.includes(project.appKey) && line.includes(project.server.origin));
    await using origin = await startServer(line, folder);
    const ask = async () => {
      const answer = await fetch(`${origin.url}/invite/ada`);
      assert.equal(answer.status, 200);
      return (await answer.json()) as { url: string; visits: string };
    };
    const first = await ask();
    assert.ok(first.url.includes(project.host));
    assert.equal(first.visits, '0 clicks, 0 installs');
    assert.deepEqual(await ask(), first);
    assert.equal((await fetch(`${origin.url}/`)).status, 404);
  });
});

async function startServer(line: string, cwd: string): Promise<{ url: string } & AsyncDisposable> {
  const child = spawn('sh', ['-c', line], {
    cwd,
    // npm starts the program as a child of its own: the group of them is what ends.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0' },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    if (child.exitCode === null) process.kill(-child.pid!);
    await ended;
  };
  for await (const said of createInterface({ input: child.stdout })) {
    const port = /^Listening: .*"port":(\d+)/.exec(said)?.[1];
    if (port !== undefined) {
      return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop };
    }
  }
  await stop();
  throw new Error(`It did not start: ${line}`);
}

suiteInBrowser('the sample page', () => {
  test('opens the screen that the link names, shows the receipt on request, and creates a link', async () => {
    const project = await newProject();
    const link = await newLink(project, { type: 'dynamic', parameters: { screen: 'sale' } });
    const source = read('examples/web/src/main.ts')
      .replace('fl_live_of_your_app', await publishableKeyOf(project))
      .replace('https://links.example.com', project.server.origin);
    const code = await bundleSdk(source);
    const html = read('examples/web/index.html').replace(
      '<script type="module" src="/src/main.ts"></script>',
      () => `<script type="module">${code}</script>`,
    );
    assert.ok(html.includes(project.server.origin));
    await using opened = await openSite(`${link.shortUrl}#receipt`, html);
    const { page } = opened;
    await page.locator('#screen', { hasText: 'Sale' }).waitFor();
    await page.locator('pre', { hasText: '1 delivered' }).waitFor();
    await page.locator('#invite').click();
    await page.locator('#invitation', { hasText: project.host }).waitFor();
  });
});
