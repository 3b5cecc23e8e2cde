import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { newId } from '#platform/lib/uuid.ts';
import { anonymous, newLink, newProject } from '../../support/callers/personas.ts';
import { bodyOf, ownerOf } from '../../support/callers/person.ts';

const { listAppKeys, createAppKey, rotateAppKey, renameAppKey, revokeAppKey } = operations;
const { getLink, listAuditEntries } = operations;

async function newOwner(input: Parameters<typeof newProject>[0] = {}) {
  const project = await newProject(input);
  const { slug } = await newLink(project);
  const owner = await ownerOf(project);
  const params = { projectId: project.project.id };
  /** The status of a read with a key. */
  const statusWith = async (text: string) => {
    const call = await anonymous('/v1', { 'x-app-key': text });
    return (await call(getLink, { params: { slug } })).status;
  };
  const list = async () => bodyOf(await owner.call(listAppKeys, { params }), 200).keys;
  return { project, owner, params, statusWith, list };
}

const NEW = { name: 'Android app', class: 'publishable' } as const;

describe('app keys', () => {
  test('a new key is shown once, works at once and is listed by its prefix', async () => {
    const { owner, params, statusWith, list } = await newOwner();
    const made = bodyOf(await owner.call(createAppKey, { params, body: NEW }), 201);
    assert.match(made.text, /^fl_live_[0-9A-Za-z]{43}$/);
    assert.ok(made.text.startsWith(made.key.prefix));
    assert.equal(await statusWith(made.text), 200);
    const keys = await list();
    assert.deepEqual(
      keys.map(({ name, state }) => [name, state]),
      [
        ['Android app', 'active'],
        ['First key', 'active'],
      ],
    );
    assert.ok(!JSON.stringify(keys).includes(made.text));
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.deepEqual(entries[0]?.details, { class: 'publishable' });
    assert.ok(!JSON.stringify(entries).includes(made.text.slice(12)));
  });

  test('a rotated key works for its grace period, by default a day', async () => {
    const { project, owner, params, statusWith, list } = await newOwner();
    const [first] = await list();
    const mine = { ...params, keyId: first?.id ?? '' };
    const made = bodyOf(await owner.call(rotateAppKey, { params: mine }), 201);
    assert.equal(made.key.class, 'secret');
    assert.equal(await statusWith(made.text), 200);
    assert.equal(await statusWith(project.appKey), 200);
    const old = (await list()).find((key) => key.id === first?.id);
    assert.equal(old?.state, 'expiring');
    const hours = (Date.parse(old.expiresAt ?? '') - Date.now()) / 3_600_000;
    assert.ok(hours > 23.9 && hours <= 24);
    assert.equal((await owner.call(rotateAppKey, { params: mine })).status, 409);
  });

  test('a key rotated without a grace period ends at once', async () => {
    const { project, owner, params, statusWith, list } = await newOwner();
    assert.equal(await statusWith(project.appKey), 200);
    const [first] = await list();
    const mine = { ...params, keyId: first?.id ?? '' };
    const body = { graceHours: 0 };
    const made = bodyOf(await owner.call(rotateAppKey, { params: mine, body }), 201);
    assert.equal(await statusWith(project.appKey), 401);
    assert.equal(await statusWith(made.text), 200);
  });

  test('a key can be renamed, and revoked at once', async () => {
    const { project, owner, params, statusWith, list } = await newOwner();
    const [first] = await list();
    const mine = { ...params, keyId: first?.id ?? '' };
    const renamed = await owner.call(renameAppKey, { params: mine, body: { name: 'Server' } });
    assert.equal(bodyOf(renamed, 200).name, 'Server');
    assert.equal(await statusWith(project.appKey), 200);
    assert.equal((await owner.call(revokeAppKey, { params: mine })).status, 200);
    assert.equal(await statusWith(project.appKey), 401);
    assert.equal((await list())[0]?.state, 'ended');
    assert.equal((await owner.call(rotateAppKey, { params: mine })).status, 409);
  });

  test("403: the plan's limit of keys is reached", async () => {
    const { owner, params } = await newOwner({ plan: 'free' });
    assert.equal((await owner.call(createAppKey, { params, body: NEW })).status, 201);
    const reply = await owner.call(createAppKey, { params, body: NEW });
    assert.equal(reply.status, 403);
    assert.match(JSON.stringify(reply.body), /apiKeys/);
  });

  test('400: an invalid body', async () => {
    const { owner, params, list } = await newOwner();
    const keyId = (await list())[0]?.id ?? '';
    const bad = { params: { ...params, keyId }, body: { graceHours: 721 } };
    assert.equal((await owner.call(rotateAppKey, bad)).status, 400);
    const blank = { params, body: { ...NEW, name: '\u0000' } };
    assert.equal((await owner.call(createAppKey, blank)).status, 400);
  });

  test('404: an unknown key', async () => {
    const [{ owner, params }, other] = await Promise.all([newOwner(), newOwner()]);
    const theirs = (await other.list())[0]?.id ?? '';
    for (const keyId of [newId(), theirs]) {
      const mine = { ...params, keyId };
      const body = { name: 'Mine' };
      assert.equal((await owner.call(renameAppKey, { params: mine, body })).status, 404);
      assert.equal((await owner.call(rotateAppKey, { params: mine })).status, 404);
      assert.equal((await owner.call(revokeAppKey, { params: mine })).status, 404);
    }
    assert.equal((await other.list())[0]?.state, 'active');
  });
});
