import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { createInstallationTokens } from '#apps/installations/createInstallationTokens.ts';
import { newId } from '#platform/lib/uuid.ts';

const DAY = 24 * 3600 * 1000;
const NOW = Date.parse('2026-11-21T12:00:00Z');
const OLD = 'the-secret-of-last-year';
const NEW = 'the-secret-of-this-year';
const someone = { id: newId(), projectId: newId() };

describe('installation tokens', () => {
  test('are three-part JWTs with numeric iat and exp, 180 days apart', async () => {
    const tokens = await createInstallationTokens([NEW], () => NOW);
    const token = tokens.issue(someone);
    assert.equal(token.split('.').length, 3);
    const { iat, exp, ...claims } = decodeJwt(token);
    assert.equal(iat, NOW / 1000);
    assert.equal(exp, NOW / 1000 + 180 * 24 * 3600);
    assert.deepEqual(claims, { prj: someone.projectId, sub: someone.id });
    assert.deepEqual(Object.keys(decodeProtectedHeader(token)), ['alg', 'typ', 'kid']);
  });

  test('need a refresh within 90 days of expiry, and expire after 180', async () => {
    const tokens = await createInstallationTokens([NEW], () => NOW);
    const aged = async (ms: number) => tokens.verify(tokens.issue(someone, NOW - ms));
    const { id: installationId, projectId } = someone;
    const valid = { kind: 'valid', projectId, installationId };
    assert.deepEqual(await aged(0), { ...valid, needsRefresh: false });
    assert.deepEqual(await aged(90 * DAY), { ...valid, needsRefresh: false });
    assert.deepEqual(await aged(90 * DAY + 1000), { ...valid, needsRefresh: true });
    assert.deepEqual(await aged(180 * DAY), { kind: 'expired', projectId, installationId });
  });

  test('expire even if they were verified before', async () => {
    let now = NOW;
    const tokens = await createInstallationTokens([NEW], () => now);
    const token = tokens.issue(someone);
    assert.equal((await tokens.verify(token)).kind, 'valid');
    now += 181 * DAY;
    assert.equal((await tokens.verify(token)).kind, 'expired');
  });

  test('of a previous secret are valid while it is listed; the new secret signs', async () => {
    const before = await createInstallationTokens([OLD], () => NOW);
    const rotated = await createInstallationTokens([NEW, OLD], () => NOW);
    const after = await createInstallationTokens([NEW], () => NOW);
    const old = before.issue(someone);
    const fresh = rotated.issue(someone);
    assert.notEqual(decodeProtectedHeader(old).kid, decodeProtectedHeader(fresh).kid);
    assert.equal((await rotated.verify(old)).kind, 'valid');
    assert.equal((await rotated.verify(fresh)).kind, 'valid');
    assert.equal((await after.verify(fresh)).kind, 'valid');
    assert.equal((await after.verify(old)).kind, 'invalid');
    assert.equal((await before.verify(fresh)).kind, 'invalid');
  });

  test('are invalid when altered', async () => {
    const tokens = await createInstallationTokens([NEW], () => NOW);
    const token = tokens.issue(someone);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forgeries = {
      'another installation': `${header}.${encode({ ...decodeJwt(token), sub: newId() })}.${signature}`,
      'no signature': `${header}.${payload}.`,
      'another signature': `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      'algorithm none': `${encode({ alg: 'none' })}.${payload}.`,
      'an unknown kid': `${encode({ alg: 'HS256', kid: 'x' })}.${payload}.${signature}`,
      'no kid': `${encode({ alg: 'HS256' })}.${payload}.${signature}`,
      'a word': 'token',
      'two parts': `${header}.${payload}`,
      'very long': `${header}.${'A'.repeat(5000)}.${signature}`,
    };
    for (const [name, forgery] of Object.entries(forgeries)) {
      assert.deepEqual(await tokens.verify(forgery), { kind: 'invalid' }, name);
    }
  });
});
