import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { useProduct } from '../../support/product.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { seedProduct } from '../seed.ts';
import { COMMAND_LINE } from '../../support/run/programs.ts';

/** `fairlead login --browser` as a process of its own, on a machine whose browser is opened by hand. */
async function startLogin() {
  const { origin } = await useProduct();
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-login-'));
  const run = (...argv: string[]) =>
    spawn(process.execPath, [COMMAND_LINE, ...argv], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_NO_WARNINGS: '1',
        XDG_CONFIG_HOME: folder,
        BROWSER: 'true',
      },
    });
  const child = run('login', '--browser', '--server', origin, '--json');
  const closed = once(child, 'close');
  let said = '';
  const shown = Promise.withResolvers<string>();
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    said += part;
    const url = /http\S+\/connect\?\S+/.exec(said)?.[0];
    if (url !== undefined) shown.resolve(url);
  });
  return {
    url: await shown.promise,
    said: () => said,
    output: text(child.stdout),
    status: async () => ((await closed) as [number | null])[0],
    whoami: async () => {
      const who = run('whoami', '--json');
      return JSON.parse(await text(who.stdout)) as { kind: string };
    },
    profiles: () => readFile(join(folder, 'fairlead/profiles.json'), 'utf8'),
    async [Symbol.asyncDispose]() {
      child.kill();
      await closed;
      await rm(folder, { recursive: true });
    },
  };
}

async function keysNamed(name: string) {
  const { call, projectId } = await seedProduct();
  const { keys } = bodyOf(await call(operations.listAppKeys, { params: { projectId } }), 200);
  return keys.filter((key) => key.name === name);
}

const KEY_NAME = `fairlead on ${hostname().slice(0, 60)}`;

suiteInBrowser('command-line sign-in through the browser', () => {
  test('creates a key for the chosen project without showing it in the URL', async () => {
    await using login = await startLogin();
    await using opened = await openSignedIn('/links');
    const { page, requests } = opened;
    await page.goto(login.url);
    await page.getByText(`“fairlead login” on ${hostname()} asks for access`).waitFor();
    assert.deepEqual(await examineAsItIs(page, 'connect'), []);
    await button(page, 'Allow').click();
    await page.getByText('Signed in. You can close this page').waitFor();
    assert.equal(await login.status(), 0, login.said());
    assert.partialDeepStrictEqual(JSON.parse(await login.output), { kind: 'key' });
    assert.equal((await login.whoami()).kind, 'key');
    const { projectId } = await seedProduct();
    const key = /"key": "(fl_live_\w+)"/.exec(await login.profiles())?.[1] ?? 'no key';
    assert.match(await login.profiles(), new RegExp(projectId));
    assert.ok(!requests.some((line) => line.includes(key)));
    assert.equal(requests.filter((line) => /^POST .*\/keys$/.test(line)).length, 1);
    // Another test makes keys of this name meanwhile.
    const made = (await keysNamed(KEY_NAME)).find(({ prefix }) => key.startsWith(prefix));
    assert.equal(made?.class, 'secret');
  });

  test('creates nothing if declined, and the command says so', async () => {
    await using login = await startLogin();
    await using opened = await openSignedIn('/links');
    const { page } = opened;
    // A name of its own: another test makes keys of this machine's name meanwhile.
    const url = new URL(login.url);
    url.searchParams.set('name', 'declined');
    await page.goto(url.href);
    await page.getByText('“fairlead login” on declined asks for access').waitFor();
    await button(page, 'Decline').click();
    await page.getByText('The sign-in was declined.').waitFor();
    assert.equal(await login.status(), 4);
    assert.match(login.said(), /declined in the browser/);
    assert.deepEqual(await keysNamed('fairlead on declined'), []);
  });

  test('refuses answers of another sign-in and incomplete URLs', async () => {
    await using login = await startLogin();
    const { searchParams } = new URL(login.url);
    const callback = `http://127.0.0.1:${searchParams.get('port')}/`;
    for (const query of [
      '',
      '?state=wrong&sealed=AAAA',
      `?state=${searchParams.get('state')}&sealed=AAAA`,
    ]) {
      assert.equal((await fetch(callback + query)).status, 400, query);
    }
    await using opened = await openSignedIn('/links');
    const { page } = opened;
    const { origin } = await useProduct();
    for (const query of ['', '?port=22&state=a&key=b', '?port=example.com&state=a&key=b']) {
      await page.goto(`${origin}/connect${query}`);
      await page.getByText('This address is incomplete.').waitFor();
    }
  });
});
