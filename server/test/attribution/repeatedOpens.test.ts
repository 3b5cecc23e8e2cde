import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { claimOpen } from '#apps/attribution/matching/claimOpen.ts';
import { newId } from '#platform/lib/uuid.ts';
import { anonymous, appKey, newLink, newProject, statsOf } from '../support/callers/personas.ts';
import type { TestProject } from '../support/callers/personas.ts';
import { install, iphone, tap } from '../support/callers/phones.ts';
import { startServer } from '../support/useServer.ts';

async function resolve(project: TestProject, url: string, headers: Record<string, string>) {
  const reply = await appKey(project, headers)(operations.resolveLink, { query: { url } });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
}

/** Clicks, opens, installs, returning users and attributed clicks. */
async function numbersOf(project: TestProject, linkId: string) {
  const stats = await statsOf(project, linkId);
  return [stats.clicks, stats.opens, stats.installs, stats.returningUsers, stats.attributedClicks];
}

async function openedBy(project: TestProject) {
  const { clientId } = await install(project);
  return { 'x-installation-id': clientId };
}

/** Moves the last open of the project's installations into the past. */
async function age(project: TestProject, seconds: number): Promise<void> {
  const { db } = project.server.app;
  await db
    .updateTable('recent_opens')
    .set({ opened_at: new Date(Date.now() - seconds * 1000) })
    .where('installation_id', 'in', (query) =>
      query.selectFrom('installations').select('id').where('project_id', '=', project.project.id),
    )
    .execute();
}

describe('repeated resolves (Rule: attribution)', () => {
  test('repeats by installation, link and parameters within ten seconds are one open', async () => {
    const project = await newProject();
    const link = await newLink(project, { allowQueryPassthrough: true });
    const headers = await openedBy(project);
    for (let times = 0; times < 3; times += 1) {
      await resolve(project, `${link.shortUrl}?a=1`, headers);
    }
    assert.deepEqual(await numbersOf(project, link.id), [1, 1, 0, 1, 1]);
  });

  test('simultaneous repeats are one open, even if they create the installation', async () => {
    const project = await newProject();
    const link = await newLink(project);
    for (const headers of [await openedBy(project), { 'x-device-id': randomUUID() }]) {
      await Promise.all(Array.from({ length: 20 }, () => resolve(project, link.shortUrl, headers)));
    }
    const [clicks, opens, installs = 0, returning = 0, attributed] = await numbersOf(
      project,
      link.id,
    );
    // Which of the calls made the second installation, and whether before the visit, is a matter of luck.
    assert.deepEqual([clicks, opens, installs + returning, attributed], [2, 2, 2, 2]);
  });

  test('repeats are recognized across processes and restarts', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const headers = await openedBy(project);
    await resolve(project, link.shortUrl, headers);
    const other = await startServer({});
    const call = createClient({
      baseUrl: `${other.origin}/v1`,
      headers: { 'x-app-key': project.appKey, ...headers },
    });
    const reply = await call(operations.resolveLink, { query: { url: link.shortUrl } });
    assert.equal(reply.status, 200);
    assert.deepEqual(await numbersOf(project, link.id), [1, 1, 0, 1, 1]);
  });

  test('after ten seconds it is another open', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const headers = await openedBy(project);
    await resolve(project, link.shortUrl, headers);
    await age(project, 9);
    await resolve(project, link.shortUrl, headers);
    assert.deepEqual(await numbersOf(project, link.id), [1, 1, 0, 1, 1]);
    await age(project, 10);
    await resolve(project, link.shortUrl, headers);
    assert.deepEqual(await numbersOf(project, link.id), [2, 2, 0, 2, 2]);
  });

  test('other parameters, another or no installation make another open', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const [one, two] = [await openedBy(project), await openedBy(project)];
    await resolve(project, link.shortUrl, one);
    await resolve(project, `${link.shortUrl}?a=1`, one);
    await resolve(project, link.shortUrl, two);
    for (const url of [link.shortUrl, link.shortUrl]) {
      assert.equal(
        (await (await anonymous())(operations.resolveLink, { query: { url } })).status,
        200,
      );
    }
    assert.deepEqual(await numbersOf(project, link.id), [5, 5, 0, 3, 3]);
  });

  test('an open of another link in between, or a visit that opens the app, makes another open', async () => {
    const project = await newProject();
    const [link, other] = [await newLink(project), await newLink(project)];
    const headers = await openedBy(project);
    await resolve(project, link.shortUrl, headers);
    await resolve(project, other.shortUrl, headers);
    await resolve(project, link.shortUrl, headers);
    assert.deepEqual(await numbersOf(project, link.id), [2, 2, 0, 2, 2]);
    const clickId = await tap(iphone(), project, link);
    await resolve(project, `${link.shortUrl}?_lc=${clickId}`, headers);
    await resolve(project, link.shortUrl, headers);
    assert.deepEqual(await numbersOf(project, link.id), [4, 4, 0, 4, 4]);
  });

  test('a visit from the same IP address in between makes another open', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const phone = iphone();
    const headers = { ...(await openedBy(project)), 'x-forwarded-for': phone.address };
    await resolve(project, link.shortUrl, headers);
    await tap(iphone(), project, link);
    await resolve(project, link.shortUrl, headers);
    assert.deepEqual(await numbersOf(project, link.id), [2, 1, 0, 1, 1]);
    await tap(phone, project, link);
    await resolve(project, link.shortUrl, headers);
    assert.deepEqual(await numbersOf(project, link.id), [4, 2, 0, 2, 2]);
  });

  test('a repeat stores the open if its click was never stored', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { clientId, id } = await install(project);
    const { app } = project.server;
    const { key } = (await app.lookups.link(project.project.id, link.slug)) ?? {};
    assert.ok(key !== undefined);
    // As if the process had died between the two.
    const clickId = newId();
    const open = { installation: { id }, query: '', address: '127.0.0.1', clickId };
    const claimed = { ...open, link: { key, projectId: project.project.id } };
    assert.equal(await claimOpen(app, claimed), clickId);
    assert.deepEqual(await numbersOf(project, link.id), [0, 0, 0, 0, 0]);
    await resolve(project, link.shortUrl, { 'x-installation-id': clientId });
    assert.deepEqual(await numbersOf(project, link.id), [1, 1, 0, 1, 1]);
    const { rows } = await app.pool.query('select 1 from clicks where id = $1', [clickId]);
    assert.equal(rows.length, 1);
  });
});
