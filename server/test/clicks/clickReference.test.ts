import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readClickReference, writeClickReference } from '#visits/clicks/clickReference.ts';
import { createClickProofs } from '#visits/clicks/createClickProofs.ts';
import { newId } from '#platform/lib/uuid.ts';
import { newLink, newProject } from '../support/callers/personas.ts';
import { openRelay } from '../support/outside/openRelay.ts';
import { send, USER_AGENTS } from '../support/callers/request.ts';
import { useDatabase } from '../support/database.ts';
import { takeFailures } from '../support/run/failures.ts';
import { startServer } from '../support/useServer.ts';
import { until } from '../support/until.ts';

describe('click reference (_lc)', () => {
  test('is a click id with an optional proof; anything else is ignored', () => {
    const id = newId();
    const proof = 'AbCdEf0123456789-_xyzA';
    assert.deepEqual(readClickReference(id.toUpperCase()), { clickId: id, proof: null });
    const text = writeClickReference(id, proof);
    assert.deepEqual(readClickReference(text), { clickId: id, proof });
    for (const wrong of [
      '',
      'x',
      `${id}.`,
      `${id}.short`,
      `${text}A`,
      `${id} ${proof}`,
      `${id}-1`,
    ]) {
      assert.equal(readClickReference(wrong), null, wrong);
    }
  });

  test('a proof is valid only for its own click, link and secret', () => {
    const proofs = createClickProofs('a-secret-for-tests');
    const [link, other, click] = [{ id: newId() }, { id: newId() }, newId()];
    const proof = proofs.prove(link, click);
    assert.match(proof, /^[A-Za-z0-9_-]{22}$/);
    assert.ok(proofs.holds(link, click, proof));
    assert.ok(!proofs.holds(other, click, proof));
    assert.ok(!proofs.holds(link, newId(), proof));
    assert.ok(!proofs.holds(link, click, ''));
    assert.ok(!createClickProofs('another-secret-of-tests').holds(link, click, proof));
  });

  test('with a valid proof a visit is not counted again even while the database is down', async () => {
    const relay = await openRelay((await useDatabase()).connectionString);
    const server = await startServer({}, relay.connectionString);
    const project = await newProject(
      { android: { packageName: 'com.example.bluebird', scheme: 'bluebird' } },
      server,
    );
    const link = await newLink(project, { type: 'dynamic', fallbackUrl: 'https://example.com/' });
    const { host } = new URL(link.shortUrl);
    const open = (query: string) =>
      send({
        path: `/${link.slug}${query}`,
        headers: { host, 'user-agent': USER_AGENTS.android },
        port: server.port,
      });
    const clicks = async () => {
      const stats = await send({
        path: `/v1/links/${link.id}/stats`,
        headers: { host: 'api.test', 'x-app-key': project.appKey },
        port: server.port,
      });
      return JSON.parse(stats.text).clicks as number;
    };
    const reference = /_lc=([\da-f-]{36}\.[\w-]{22})/.exec((await open('')).text)?.[1];
    assert.ok(reference !== undefined);
    assert.equal(await clicks(), 1);
    {
      using _gone = relay.cut();
      assert.equal((await open(`?_lc=${reference}`)).status, 200);
      const forged = `${newId()}.${reference.slice(37)}`;
      assert.equal((await open(`?_lc=${forged}`)).status, 200);
    }
    await until('the server is healthy', async () => {
      const health = await send({ path: '/health', headers: { host }, port: server.port });
      return health.status === 200;
    });
    // While the loader has not tried again yet, readers are refused.
    await until('the journal is loaded', () => server.app.ledger.backlog().bytes === 0);
    assert.equal(await clicks(), 2);
    takeFailures();
  });
});
