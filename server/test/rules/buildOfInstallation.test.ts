import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { NamedRule } from '@fairlead/contract/rules';
import { appKey, newLink, newProject, type TestProject } from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';

const OLD: NamedRule = {
  name: 'Old',
  when: { appBuild: { max: '10' } },
  to: { fallbackUrl: 'https://example.com/update' },
};

/** An app as it starts, and how it resolves a link afterwards. */
async function newPhone(project: TestProject, appBuild?: string) {
  const installationId = randomUUID();
  const start = async (build?: string) => {
    const body = { installationId, ...(build !== undefined && { appBuild: build }) };
    const reply = await appKey(project)(operations.bootstrap, { body });
    assert.ok(reply.status === 200 || reply.status === 201);
    return reply.body.installationToken;
  };
  const token = await start(appBuild);
  const resolve = async (url: string, headers: Record<string, string> = {}) => {
    const call = appKey(project, { 'x-installation-token': token, ...headers });
    return bodyOf(await call(operations.resolveLink, { query: { url } }), 200).rule;
  };
  return { start, resolve, installationId };
}

async function newRuled(project: TestProject, rule: NamedRule): Promise<string> {
  const { id, shortUrl } = await newLink(project);
  const body = { rules: [rule] };
  bodyOf(await appKey(project)(operations.updateLink, { params: { id }, body }), 200);
  return shortUrl;
}

describe('the build of a resolve without X-Svc-App-Build (Rule: builds 1)', () => {
  test('is that of its installation, also after an update of the app', async () => {
    const project = await newProject();
    const url = await newRuled(project, OLD);
    const phone = await newPhone(project, '9');
    assert.equal(await phone.resolve(url), 'Old');
    await phone.start('11');
    assert.equal(await phone.resolve(url), undefined);
    // Named by its id, as apps without a token are.
    const old = await newPhone(project, '8');
    const headers = { 'x-installation-id': old.installationId, 'x-installation-token': '' };
    assert.equal(await phone.resolve(url, headers), 'Old');
  });

  test('gives way to the header, and without either no build fits', async () => {
    const project = await newProject();
    const url = await newRuled(project, OLD);
    const phone = await newPhone(project, '9');
    assert.equal(await phone.resolve(url, { 'x-svc-app-build': '11' }), undefined);
    assert.equal(await (await newPhone(project)).resolve(url), undefined);
    assert.equal(await (await newPhone(project, 'abc')).resolve(url), undefined);
  });

  test('also decides rules of a link that another leads to', async () => {
    const project = await newProject();
    const ruled = await newRuled(project, OLD);
    const slug = new URL(ruled).pathname.slice(1);
    const when = { platform: ['ios' as const] };
    const url = await newRuled(project, { name: 'Phones', when, to: { slug } });
    const phone = await newPhone(project, '9');
    const reply = await appKey(project, {
      'x-installation-id': phone.installationId,
      'x-svc-client-platform': 'ios',
    })(operations.resolveLink, { query: { url } });
    assert.equal(bodyOf(reply, 200).fallbackUrl, 'https://example.com/update');
  });
});
