import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { LinkChange } from '@fairlead/contract/operations/dashboard/linkHistory';
import type { ManagedLink } from '@fairlead/contract/operations/linkManagement';
import { sql } from 'kysely';
import { runExport } from '../../server/src/apps/exports/runExport.ts';
import {
  member,
  newLink,
  newProject,
  type TestProject,
} from '../../server/test/support/callers/personas.ts';
import { bodyOf } from '../../server/test/support/callers/person.ts';
import { USER_AGENTS, visit } from '../../server/test/support/callers/request.ts';
import { readModules } from '../../server/test/support/outside/readQr.ts';
import { runFairlead } from './runFairlead.ts';
import { signIn } from './signedIn.ts';
import { until } from '../../server/test/support/until.ts';

/** With the secret key of a project. */
async function withKey() {
  const project = await newProject();
  const env = { FAIRLEAD_SERVER: project.server.origin, FAIRLEAD_APP_KEY: project.appKey };
  const run = (argv: string[], input = '') => runFairlead(argv, env, '/nowhere', input);
  return {
    project,
    run,
    json: async <T = ManagedLink>(argv: string[], input = ''): Promise<T> => {
      const { status, out, err } = await run([...argv, '--json'], input);
      assert.equal(status, 0, err);
      return JSON.parse(out) as T;
    },
  };
}

suite('link commands', () => {
  test('create and update take a folder by its name, and --clear takes a link out', async () => {
    const { project, run, json } = await withKey();
    const params = { projectId: project.project.id };
    const body = { name: 'Summer' };
    const { id } = bodyOf(await member(project)(operations.createFolder, { params, body }), 201);
    const made = await json(['link', 'create', 'https://example.com/a', '--folder', 'summer']);
    assert.equal(made.folder, id);
    assert.equal((await json(['link', 'update', made.id, '--clear', 'folder'])).folder, undefined);
    assert.equal((await json(['link', 'update', made.id, '--folder', id])).folder, id);
    const { status, err } = await run(['link', 'update', made.id, '--folder', 'Winter']);
    assert.notEqual(status, 0);
    assert.match(err, /folder must be the id or name of a folder/);
  });

  test('create, show by id, slug or URL, update, stats and delete work with an app key', async () => {
    const { project, run, json } = await withKey();
    const made = await json([
      'link',
      'create',
      'https://example.com/a',
      '--slug',
      'a',
      '--name',
      'A',
    ]);
    assert.equal(made.slug, 'a');
    assert.equal(made.type, 'dynamic');
    for (const named of [made.id, 'a', made.shortUrl, `${project.host}/a`]) {
      assert.equal((await json(['link', 'show', named])).id, made.id, named);
    }
    const changed = await json([
      'links',
      'update',
      'a',
      '--to',
      'https://example.com/b',
      '--clear',
      'name',
    ]);
    assert.deepEqual([changed.fallbackUrl, changed.name], ['https://example.com/b', undefined]);
    await visit(project.host, '/a', USER_AGENTS.desktop);
    assert.equal((await json<{ clicks: number }>(['link', 'stats', 'a'])).clicks, 1);
    assert.match((await run(['link', 'delete', 'a'])).err, /add --yes/);
    const { deleted } = await json<{ deleted: unknown[] }>(['link', 'delete', 'a', '--yes']);
    assert.equal(deleted.length, 1);
    const gone = await run(['link', 'show', 'a']);
    assert.equal(gone.status, 1);
    assert.match(gone.err, /There is no link "a"/);
  });

  test('history tells who changed a link, and revert takes a change back', async () => {
    const { project, run, json } = await withKey();
    await newLink(project, { slug: 'a', fallbackUrl: 'https://example.com/a' });
    const history = ['link', 'history', 'a'];
    assert.match((await run(history)).out, /Nobody has changed this link/);
    await json(['link', 'update', 'a', '--to', 'https://example.com/b', '--parameters', '{"n":1}']);
    const { changes } = await json<{ changes: LinkChange[] }>(history);
    const [change] = changes;
    assert.deepEqual([changes.length, change?.author.kind], [1, 'key']);
    const lines = (await run(history)).out.split('\n');
    assert.match(lines[0]!, /^CHANGE +TIME +WHO +FIELD +BEFORE +AFTER$/);
    assert.match(lines[1]!, /fallbackUrl +https:\/\/example\.com\/a +https:\/\/example\.com\/b$/);
    assert.match(lines[2]!, /parameters +\{"n":1\}$/);
    const revert = ['links', 'revert', 'a', change?.id ?? ''];
    assert.match((await run(revert)).err, /add --yes/);
    assert.equal((await json([...revert, '--yes'])).fallbackUrl, 'https://example.com/a');
    await json(['link', 'update', 'a', '--to', 'https://example.com/c']);
    const refused = await run([...revert, '--yes']);
    assert.equal(refused.status, 1);
    assert.match(refused.err, /fallbackUrl has been changed again since/);
  });

  test('create makes a unified link when given phone destinations; --external-id makes it idempotent', async () => {
    const { json } = await withKey();
    const argv = ['link', 'create', '--ios', 'https://example.com/i', '--external-id', 'x'];
    const first = await json(argv);
    assert.equal(first.type, 'unified');
    assert.equal((await json(argv)).id, first.id);
  });

  test('--parameters takes a JSON object, from standard input too', async () => {
    const { json, run } = await withKey();
    const argv = ['link', 'create', 'https://example.com/', '--parameters'];
    assert.deepEqual((await json([...argv, '{"a":1}'])).parameters, { a: 1 });
    assert.deepEqual((await json([...argv, '-'], '{"b":2}')).parameters, { b: 2 });
    const { status, err } = await run([...argv, '[1]']);
    assert.equal(status, 2);
    assert.match(err, /--parameters takes a JSON object/);
  });

  test('list filters, limits and pages; the table is cut to fit only on a terminal', async () => {
    const { project, run, json } = await withKey();
    for (const slug of ['one', 'two', 'three'])
      await newLink(project, { slug, name: `Link ${slug}` });
    const slugs = async (...argv: string[]) => {
      const { links, more } = await json<{ links: ManagedLink[]; more: boolean }>([
        'link',
        'list',
        ...argv,
      ]);
      return [links.map(({ slug }) => slug), more];
    };
    assert.deepEqual(await slugs(), [['three', 'two', 'one'], false]);
    assert.deepEqual(await slugs('--limit', '2'), [['three', 'two'], true]);
    assert.deepEqual(await slugs('--all'), [['three', 'two', 'one'], false]);
    assert.deepEqual(await slugs('--search', 'one'), [['one'], false]);
    const { out } = await run(['link', 'list']);
    assert.match(out, /^SHORT URL +TYPE +NAME +DESTINATION\n/);
    assert.match(out, /Link three +https:\/\/example\.com\/\n/);
    assert.ok(!out.includes('\u001B'));
    assert.equal((await run(['link', 'list', '--limit', 'many'])).status, 2);
  });

  test('delete reads names from standard input', async () => {
    const { project, json } = await withKey();
    for (const slug of ['one', 'two']) await newLink(project, { slug });
    const { deleted } = await json<{ deleted: unknown[] }>(
      ['link', 'delete', '-', '--yes'],
      'one\n\ntwo\n',
    );
    assert.equal(deleted.length, 2);
  });

  test('qr --out writes the code as an image, and refuses what it cannot write', async () => {
    await using me = await signIn();
    const link = await newLink(me.project, { slug: 'q' });
    const folder = await mkdtemp(join(tmpdir(), 'fairlead-qr-'));
    try {
      const file = join(folder, 'q.svg');
      const { url } = await me.json<{ url: string }>('link', 'qr', 'q', '--out', file);
      assert.equal(url, `${link.shortUrl}?_qr=1`);
      assert.match(await readFile(file, 'utf8'), /<svg[^]*<\/svg>/);
      const png = await me.run('link', 'qr', 'q', '--out', join(folder, 'q.png'));
      assert.equal(png.status, 2);
      assert.match(png.err, /end in \.svg/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('create takes tags and an expiry, and proposes https:// for a bare host', async () => {
    await using me = await signIn();
    const times = ['--expires', '2030-01-01T00:00:00.000Z', '--tag', 'one', '--tag', 'two'];
    const words = ['link', 'create', 'https://acme.example/'];
    assert.partialDeepStrictEqual(await me.json(...words, ...times), {
      tags: ['one', 'two'],
      expiresAt: '2030-01-01T00:00:00.000Z',
    });
    const bare = await me.run('link', 'create', 'nordicsneakers.com/shoes');
    assert.equal(bare.status, 1);
    assert.match(bare.err, /did you mean https:\/\/nordicsneakers\.com\/shoes/);
  });

  test('qr draws a code that reads as the short URL with _qr=1', async () => {
    const { project, run } = await withKey();
    const link = await newLink(project, { slug: 'q' });
    const { out } = await run(['link', 'qr', 'q']);
    const lines = out.split('\n').filter((line) => /^[█▀▄ ]+$/.test(line));
    assert.equal(await readDrawing(lines), `${link.shortUrl}?_qr=1`);
  });

  test('open prints the URL when no browser is found', async () => {
    const { project } = await withKey();
    const link = await newLink(project, { slug: 'o' });
    const env = {
      FAIRLEAD_SERVER: project.server.origin,
      FAIRLEAD_APP_KEY: project.appKey,
      BROWSER: '/nowhere/browser',
    };
    const { status, out } = await runFairlead(['link', 'open', 'o'], env);
    assert.equal(status, 0);
    assert.match(out, /No browser was found/);
    assert.ok(out.includes(link.shortUrl));
  });

  test('a publishable key is refused with the advice to use a secret one', async () => {
    await using me = await signIn();
    const { text } = await me.json<{ text: string }>('key', 'create', 'App');
    const env = { FAIRLEAD_SERVER: me.project.server.origin, FAIRLEAD_APP_KEY: text };
    const { status, err } = await runFairlead(['link', 'list'], env);
    assert.equal(status, 1);
    assert.match(err, /publishable\nUse a secret key, or sign in/);
  });
});

/** The text of a code that is drawn in half blocks, light on dark. */
function readDrawing(lines: readonly string[]): Promise<string | undefined> {
  return readModules(
    lines.flatMap((line) => [
      Array.from(line).map((cell) => cell !== '█' && cell !== '▀'),
      Array.from(line).map((cell) => cell !== '█' && cell !== '▄'),
    ]),
  );
}

/** Does what the jobs of a server do, for the export that begins next. */
async function runNextExport(project: TestProject): Promise<void> {
  const { app } = project.server;
  const params = { projectId: project.project.id };
  await until('an export begins', async () => {
    const reply = await member(project)(operations.listExports, { params });
    const [job] = reply.status === 200 ? reply.body.data.exports : [];
    // The one before may still be the newest.
    if (job?.status !== 'pending') return false;
    await runExport({ ...app, linkUrlTemplate: app.config.linkUrlTemplate }, job.jobId);
    await sql`delete from pgboss.job where data->>'exportId' = ${job.jobId}`.execute(app.db);
    return true;
  });
}

suite('commands of a signed-in member', () => {
  test('domain adds, lists and removes; verify exits with status 1 until the domain is verified', async () => {
    await using me = await signIn();
    const { run, json } = me;
    const added = await json<{ status: string; records: unknown[] }>(
      'domain',
      'add',
      'go.cli.test',
    );
    assert.equal(added.status, 'pending');
    assert.ok(added.records.length > 0);
    const { out } = await run('domain', 'list');
    assert.match(out, /go\.cli\.test +pending/);
    assert.equal((await run('domain', 'verify', 'go.cli.test')).status, 1);
    assert.equal((await run('domain', 'remove', 'go.cli.test')).status, 2);
    assert.equal((await run('domain', 'remove', 'go.cli.test', '--yes')).status, 0);
    const unknown = await run('domain', 'primary', 'go.cli.test');
    assert.equal(unknown.status, 1);
    assert.ok(unknown.err.includes(me.project.host));
    assert.equal((await run('domain', 'primary', me.project.host)).status, 0);
  });

  test('app set changes only the given settings', async () => {
    await using me = await signIn();
    await me.json('app', 'set', '--ios-team', 'ABCDE12345', '--ios-bundle', 'com.acme.app');
    const { ios, android } = await me.json<{ ios: object; android: object }>(
      'app',
      'set',
      '--android-package',
      'com.acme.app',
    );
    assert.partialDeepStrictEqual(ios, { teamId: 'ABCDE12345', complete: true });
    assert.partialDeepStrictEqual(android, { packageName: 'com.acme.app', complete: false });
    const { out } = await me.run('app', 'show');
    assert.match(out, /Team +ABCDE12345/);
    assert.equal((await me.run('app', 'set')).status, 2);
  });

  test('key creates, rotates, renames and revokes', async () => {
    await using me = await signIn();
    const { key, text } = await me.json<{ key: { id: string }; text: string }>(
      'key',
      'create',
      'CI',
      '--class',
      'secret',
    );
    assert.match(text, /^fl_live_/);
    await me.json('key', 'rename', key.id, 'Build');
    assert.match((await me.run('key', 'list')).out, /Build +secret/);
    const rotated = await me.json<{ key: { id: string } }>(
      'key',
      'rotate',
      key.id,
      '--grace-hours',
      '0',
    );
    assert.notEqual(rotated.key.id, key.id);
    assert.equal((await me.run('key', 'revoke', rotated.key.id)).status, 2);
    await me.json('key', 'revoke', rotated.key.id, '--yes');
    assert.equal((await me.run('key', 'create', 'x', '--class', 'other')).status, 2);
  });

  test('member invites, lists and removes', async () => {
    await using me = await signIn();
    await me.json('member', 'invite', 'new@person.test', '--role', 'viewer');
    assert.match((await me.run('member', 'list')).out, /new@person\.test +\(invited\) +viewer/);
    await me.json('member', 'remove', 'new@person.test', '--yes');
    assert.doesNotMatch((await me.run('member', 'list')).out, /new@person/);
    assert.equal(
      (await me.run('member', 'role', 'nobody@person.test', '--role', 'admin')).status,
      1,
    );
  });

  test('project is chosen per call by name, or permanently with project use', async () => {
    await using me = await signIn();
    const made = await me.json<{ id: string }>('project', 'create', 'Second');
    const unsure = await me.run('domain', 'list');
    assert.equal(unsure.status, 2);
    assert.match(unsure.err, /several projects: say which with --project ID/);
    const named = await me.json<{ domains: unknown[] }>('domain', 'list', '--project', 'Second');
    assert.equal(named.domains.length, 0);
    await me.json('project', 'use', me.project.project.id);
    assert.equal((await me.json<{ domains: unknown[] }>('domain', 'list')).domains.length, 1);
    assert.equal(
      (await me.json<{ name: string }>('project', 'show', '--project', made.id)).name,
      'Second',
    );
  });

  test('export run returns once the file is written', async () => {
    await using me = await signIn();
    await newLink(me.project, { slug: 'exported' });
    const file = join(me.env['XDG_CONFIG_HOME'] ?? '', 'links.csv');
    const running = me.json<{ rows: number; bytes: number }>('export', 'run', file);
    await runNextExport(me.project);
    const { rows, bytes } = await running;
    const text = await readFile(file, 'utf8');
    assert.deepEqual([rows, bytes], [1, Buffer.byteLength(text)]);
    assert.match(text, /exported/);
    assert.match((await me.run('export', 'list')).out, /completed +1/);
    const ruled = me.json<{ rows: number }>('export', 'run', file, '--kind', 'routes');
    await runNextExport(me.project);
    assert.equal((await ruled).rows, 0);
    assert.match(await readFile(file, 'utf8'), /^Name,Slug,Short URL,Led By,/);
    for (const from of ['DE', 'FR']) {
      await visit(me.project.host, '/exported', undefined, { 'cf-ipcountry': from });
    }
    const facts = ['--link', 'exported', '--country', 'DE'];
    const clicks = me.json<{ rows: number }>('export', 'run', file, '--clicks', ...facts);
    await runNextExport(me.project);
    assert.equal((await clicks).rows, 1);
    assert.match(await readFile(file, 'utf8'), /^Time,Link ID,Slug,[^]*,DE,/);
    const misplaced = await me.run('export', 'run', file, '--device', 'phone');
    assert.match(misplaced.err, /device applies to clicks alone/);
  });

  test('analytics prints totals and series, as a table or as JSON', async () => {
    await using me = await signIn();
    const link = await newLink(me.project, { slug: 'seen' });
    await visit(me.project.host, '/seen', USER_AGENTS.desktop);
    const { totals } = await me.json<{ totals: { clicks: number } }>(
      'analytics',
      'seen',
      '--period',
      '24h',
    );
    assert.equal(totals.clicks, 1);
    const { out } = await me.run('analytics', '--period', '7d');
    assert.match(out, /Clicks +1\n/);
    assert.match(out, /DAY +CLICKS/);
    assert.equal((await me.run('analytics', link.id, '--period', '1y')).status, 2);
  });

  test('api makes any call as the signed-in user; a refusal exits with status 1 and prints its body', async () => {
    await using me = await signIn();
    const { status, body } = await me.json<{ status: number; body: { projects: unknown[] } }>(
      'api',
      'GET',
      '/api/v1/projects',
    );
    assert.equal(status, 200);
    assert.equal(body.projects.length, 1);
    const path = `/api/v1/projects/${me.project.project.id}/links`;
    const argv = ['api', 'post', path, '--data', '-', '--json'];
    const made = await runFairlead(argv, me.env, '/nowhere', '{"type":"unified","slug":"by-api"}');
    assert.equal(made.status, 0, made.out);
    const refused = await me.run('api', 'GET', '/api/v1/projects/nothing');
    assert.equal(refused.status, 1);
    assert.match(refused.out, /"statusCode": 404/);
    assert.equal((await me.run('api', 'GET', '//elsewhere.test/')).status, 2);
    assert.equal((await me.run('api', 'FETCH', '/')).status, 2);
  });
});

test('shell completion offers commands, subcommands and options', async () => {
  const complete = async (...words: string[]) => {
    const { out } = await runFairlead(['__complete', ...words]);
    return out.split('\n').filter((word) => word !== '');
  };
  assert.ok((await complete('')).includes('login'));
  assert.deepEqual(await complete('lin'), ['link']);
  assert.deepEqual(await complete('link', 'st'), ['stats']);
  assert.deepEqual(await complete('links', 'cr'), ['create']);
  assert.deepEqual(await complete('link', 'create', '--sl'), ['--slug']);
  assert.ok((await complete('provision', '--')).includes('--token'));
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { out } = await runFairlead(['completion', shell]);
    assert.match(out, /fairlead __complete/);
  }
  assert.equal((await runFairlead(['completion', 'tcsh'])).status, 2);
});
