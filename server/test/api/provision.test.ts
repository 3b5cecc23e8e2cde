import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { anonymous, anyProject, operator } from '../support/callers/personas.ts';
import { visit } from '../support/callers/request.ts';

const { provision, createLink } = operations;
const newHost = () => `p${randomBytes(5).toString('hex')}.test`;

describe('provision 201', () => {
  test('returns everything needed for a first link', async () => {
    const domain = newHost();
    const reply = await (
      await operator()
    )(provision, {
      body: {
        name: 'Shop',
        plan: 'pro',
        domain,
        ios: { teamId: 'ABCDE12345', bundleId: 'com.example.shop', scheme: 'shop', storeId: '1' },
        android: {
          packageName: 'com.example.shop',
          sha256Fingerprints: ['ab'.repeat(32)],
          scheme: 'shop',
        },
        defaultUrl: 'https://example.com/',
      },
    });
    assert.equal(reply.status, 201);
    const made = reply.body;
    assert.equal(made.linkOrigin, `http://${domain}:3000`);
    assert.equal(made.baseUrl, 'http://api.test:3000');
    assert.match(made.appKey, /^fl_live_[0-9A-Za-z]{43}$/);
    assert.match(made.sessionToken, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    const call = await anonymous('/v1', { 'x-app-key': made.appKey });
    const link = await call(createLink, { body: { type: 'unified', slug: 'first' } });
    assert.equal(link.status, 201);
    assert.equal((await visit(domain, '/first')).headers.location, 'https://example.com/');
  });

  test('returns no domain if none was given', async () => {
    const reply = await (await operator())(provision, { body: { name: 'Bare', plan: 'free' } });
    assert.equal(reply.status, 201);
    assert.equal(reply.body.domain, null);
    assert.equal(reply.body.linkOrigin, null);
  });
});

describe('provision errors', () => {
  test('400: an unknown plan, listing the known ones', async () => {
    const reply = await (await operator())(provision, { body: { name: 'X', plan: 'gold' } });
    assert.equal(reply.status, 400);
    assert.match(JSON.stringify(reply.body), /plan must be one of: free, pro, business/);
  });
  test('400: an invalid fingerprint', async () => {
    const reply = await (
      await operator()
    )(provision, {
      body: { name: 'X', plan: 'free', android: { sha256Fingerprints: ['AB'] } },
    });
    assert.equal(reply.status, 400);
    assert.match(JSON.stringify(reply.body), /android\.sha256Fingerprints\.0 must be a SHA-256/);
  });
  test('401: without the admin token, with an app key or a session', async () => {
    const project = await anyProject();
    for (const authorization of [
      'Bearer no',
      `Bearer ${project.sessionToken}`,
      `Bearer ${project.appKey}`,
    ]) {
      const call = await anonymous('/api/v1', { authorization });
      assert.equal((await call(provision, { body: { name: 'X', plan: 'free' } })).status, 401);
    }
    const call = await anonymous('/api/v1');
    assert.equal((await call(provision, { body: { name: 'X', plan: 'free' } })).status, 401);
  });
  test('409: a host verified by another project, leaving nothing behind', async () => {
    const project = await anyProject();
    const name = `Twin ${randomBytes(4).toString('hex')}`;
    const reply = await (
      await operator()
    )(provision, {
      body: { name, plan: 'free', domain: project.host },
    });
    assert.equal(reply.status, 409);
    const left = await project.server.app.db
      .selectFrom('projects')
      .select('id')
      .where('name', '=', name)
      .execute();
    assert.deepEqual(left, []);
  });
  test('413: a body of 300 KB', async () => {
    const reply = await (
      await operator()
    )(provision, {
      body: { name: 'X'.repeat(300_000), plan: 'free' },
    });
    assert.equal(reply.status, 413);
  });
});
