import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import { makeFolder, newEnvironment, readLabel, runAll, start } from '../support/firstStart.ts';
import { bodyOf, openedBy } from '../support/callers/person.ts';

const { createProject, getServer, listProjects, signIn } = operations;

describe('first start', () => {
  test('reads .env, logs migrations in one line and prints a banner whose commands work', async () => {
    const env = await newEnvironment();
    const folder = await makeFolder(env);
    await using server = await start(folder, env.PORT);
    const { out, log, origin } = server;
    assert.match(out, new RegExp(`Fairlead \\S+ answers at ${origin}\n`));
    assert.match(out, new RegExp(`${origin}/docs`));
    const migrated = log.split('\n').filter((line) => line.includes('Migrated the database'));
    assert.equal(migrated.length, 1);
    assert.ok((JSON.parse(migrated[0] ?? '') as { steps: number }).steps >= 20);
    const last = out.trimEnd().split('\n').slice(-2);
    assert.match(last[0] ?? '', /doctor server$/);
    assert.match(last[1] ?? '', /^─+$/);

    const lines = out.split('\n').filter((line) => line.startsWith('  curl'));
    assert.equal(lines.length, 3);
    const [made = '', opened = '', resolved = ''] = await runAll(lines);
    assert.equal((JSON.parse(made) as { slug: string }).slug, 'hello');
    assert.match(opened, /302 Found[^]*location: https:\/\/play\.google\.com/i);
    assert.equal((JSON.parse(resolved) as { slug: string }).slug, 'hello');
    const { id } = JSON.parse(made) as { id: string };
    const key = readLabel(out, 'App key');
    const stats = await fetch(`${origin}/v1/links/${id}/stats`, { headers: { 'x-app-key': key } });
    const { clicks, bots } = (await stats.json()) as { clicks: number; bots: number };
    assert.deepEqual([clicks, bots], [2, 0]);

    const publishable = { 'x-app-key': readLabel(out, 'In apps') };
    const refused = await fetch(`${origin}/v1/links`, { headers: publishable });
    assert.equal(refused.status, 403);
  });

  test('with ADMIN_EMAIL creates that account without a demo, once', async () => {
    const env = { ...(await newEnvironment()), ADMIN_EMAIL: 'Captain@Example.com' };
    const folder = await makeFolder(env);
    const first = await start(folder, env.PORT);
    const { origin, out } = first;
    const password = readLabel(out, 'Password');
    assert.equal(readLabel(out, 'E-mail'), 'Captain@Example.com');
    assert.doesNotMatch(out, /App key|Demo/);
    await first[Symbol.asyncDispose]();

    await using again = await start(folder, env.PORT);
    assert.doesNotMatch(again.out, /Password/);
    const anyone = createClient({ baseUrl: `${origin}/api/v1` });
    const body = { email: 'captain@example.com', password };
    const { token } = openedBy(await anyone(signIn, { body }));
    const call = createClient({
      baseUrl: `${origin}/api/v1`,
      headers: { authorization: `Bearer ${token}` },
    });
    assert.deepEqual(bodyOf(await call(listProjects, {}), 200).projects, []);
    bodyOf(await call(createProject, { body: { name: 'First' } }), 201);
    const { report } = bodyOf(await call(getServer, {}), 200);
    assert.ok(report?.findings.some(({ code }) => code === 'PUBLIC_URL_LOCAL'));
  });

  test('with a public URL prints what production still needs', async () => {
    const env = { ...(await newEnvironment()), PUBLIC_URL: 'https://links.example.com' };
    await using server = await start(await makeFolder(env), env.PORT);
    assert.match(server.out, /Missing for production:/);
    for (const name of ['LAUNCH_HOST', 'TRUST_PROXY', 'SMTP_URL']) {
      assert.match(server.out, new RegExp(`Set ${name}`));
    }
  });
});
