import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statsOf } from '../../server/test/support/callers/personas.ts';
import { tap } from '../../server/test/support/callers/phones.ts';
import { until } from '../../server/test/support/until.ts';
import {
  count,
  describeEach,
  INSTALLED,
  launch,
  newWorld,
  says,
  type World,
} from './support/coldStart.ts';
import { refusal, watchFetch } from './support/faults.ts';

/** What the copy button of a page puts into the clipboard. */
async function copied({ phone, project, link }: World): Promise<string> {
  return `${link.shortUrl}?_lc=${await tap(phone, project, link)}`;
}

describeEach('pasted text', INSTALLED, (sdk) => {
  test('a copied link is matched, credited and delivered as the deferred link, once', async () => {
    const world = await newWorld();
    // Without signals of the page's phone, so that nothing else matches.
    const params = { projectId: world.project.project.id };
    const { app: server } = world.project.server;
    await server.db
      .updateTable('projects')
      .set({ probabilistic_matching: false, matching_by_consent: true })
      .where('id', '=', params.projectId)
      .execute();
    server.lookups.apply({ kind: 'project', projectId: params.projectId });
    const text = await copied(world);
    const { app, opened, net } = launch(world, sdk, {}, { debug: true });
    await app.start();
    assert.equal(app.receipt().matchType, null);
    await app.pasted(` ${text}\n`);
    assert.deepEqual(
      opened.map(({ deferred, link }) => [deferred, link.id]),
      [[true, world.link.id]],
    );
    assert.equal(app.receipt().matchType, 'deterministic');
    assert.equal(
      app.receipt().match?.methods.find(({ outcome }) => outcome === 'matched')?.method,
      'clipboard',
    );
    const stats = await statsOf(world.project, world.link.id);
    assert.deepEqual([stats.clicks, stats.installs], [1, 1]);
    await app.pasted(text);
    assert.deepEqual([opened.length, count(net, '/sdk/deferred/match')], [1, 3]);
    await app.stop();
  });

  test('other text is sent nowhere', async () => {
    const world = await newWorld();
    const { app, net } = launch(world, sdk);
    await app.start();
    const before = net.calls.length;
    for (const text of [
      '',
      'a shopping list',
      'https://bank.example.com/?token=secret',
      'https://go.example.com/summer?_lc=short',
      `my ${await copied(world)}`,
    ]) {
      await app.pasted(text);
    }
    assert.equal(net.calls.length, before);
    assert.ok(says(app.receipt(), 'match', 'skipped', /no link that our page copied/));
    await app.stop();
  });

  test('without consent the link opens, and no installation is recorded', async () => {
    const world = await newWorld();
    const { app, opened, net } = launch(world, sdk, {}, { consent: false });
    await app.start();
    assert.deepEqual(net.calls, []);
    await app.pasted(await copied(world));
    assert.deepEqual(
      opened.map(({ deferred, link }) => [deferred, link.id]),
      [[true, world.link.id]],
    );
    assert.deepEqual([net.calls.length, count(net, '/sdk/resolve')], [1, 1]);
    const stats = await statsOf(world.project, world.link.id);
    assert.deepEqual([stats.clicks, stats.opens, stats.installs], [1, 1, 0]);
    await app.stop();
  });

  test('a paste that the server cannot take now is repeated, in the next process too', async () => {
    const world = await newWorld();
    const net = watchFetch({ 'x-forwarded-for': world.phone.address });
    const first = launch(world, sdk, {}, { net, queueDelay: 60_000 });
    await first.app.start();
    net.fault = (path) => (path.endsWith('/match') ? refusal(503, 'UNAVAILABLE') : undefined);
    await first.app.pasted(await copied(world));
    assert.equal(first.opened.length, 0);
    await first.app.stop();
    const second = launch(world, sdk);
    await second.app.start();
    await until(
      () => second.app.receipt(),
      () => second.opened.length > 0,
    );
    assert.equal(second.app.receipt().matchType, 'deterministic');
    await second.app.stop();
  });
});
