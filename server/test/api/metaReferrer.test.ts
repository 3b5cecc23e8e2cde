import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { META_SAMPLE, metaReferrerOf } from '../attribution/metaSample.ts';
import { anyProject, appKey, newLink, newProject } from '../support/callers/personas.ts';
import type { TestProject } from '../support/callers/personas.ts';
import { bodyOf, ownerOf } from '../support/callers/person.ts';
import { askMatch, pixel, tap } from '../support/callers/phones.ts';

const { getMetaReferrerKey, setMetaReferrerKey, listAuditEntries } = operations;
const { key, data } = META_SAMPLE;

async function setKey(project: TestProject, to: string | null) {
  const owner = await ownerOf(project);
  const params = { projectId: project.project.id };
  return owner.call(setMetaReferrerKey, { params, body: { key: to } });
}

async function metaOf(project: TestProject, text: string) {
  const reply = await askMatch(pixel(), project, { installReferrer: metaReferrerOf(text) });
  return { ...reply.receipt.referrers?.meta, explanation: reply.receipt.explanation.join('\n') };
}

describe("the key of Meta's install referrer", () => {
  test('is stored encrypted and never shown again, but for its last characters', async () => {
    const project = await newProject();
    const owner = await ownerOf(project);
    const params = { projectId: project.project.id };
    const read = async () => bodyOf(await owner.call(getMetaReferrerKey, { params }), 200);
    assert.deepEqual(await read(), { lastCharacters: null });
    const last = { lastCharacters: key.slice(-4) };
    assert.deepEqual(bodyOf(await setKey(project, key), 200), last);
    assert.deepEqual(await read(), last);
    const row = await project.server.app.db
      .selectFrom('meta_referrer_keys')
      .selectAll()
      .where('project_id', '=', params.projectId)
      .executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify(row).includes(key));
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.ok(entries.some(({ action }) => action === 'meta_key.set'));
    assert.ok(!JSON.stringify(entries).includes(key));
    await setKey(project, null);
    assert.deepEqual(await read(), { lastCharacters: null });
  });

  test('400: anything but 64 hexadecimal digits, without repeating it', async () => {
    const project = await anyProject();
    for (const wrong of [`${key}M`, key.slice(1), '']) {
      const reply = await setKey(project, wrong);
      assert.equal(reply.status, 400);
      assert.match(JSON.stringify(reply.body), /key must be 64 hexadecimal digits/);
      assert.ok(wrong === '' || !JSON.stringify(reply.body).includes(wrong));
    }
  });
});

describe("Meta's part of a Play referrer", () => {
  test('is decrypted with the key: campaign, ad set and ad are in the receipt', async () => {
    const project = await newProject();
    await setKey(project, key);
    const { outcome, campaign, adSet, ad, explanation } = await metaOf(project, data);
    assert.equal(outcome, 'decrypted');
    assert.equal(campaign?.name, 'Adams Test Campaign Group');
    assert.equal(adSet?.name, 'Adams Test Campaign');
    assert.equal(ad?.name, 'Adams Test Ad Group');
    assert.match(explanation, /^Ad of Meta: campaign "Adams Test Campaign Group", ad set/m);
  });

  test('a key that is missing or wrong, and damaged text, are notes in the receipt', async () => {
    const project = await newProject();
    const { outcome, campaign, explanation } = await metaOf(project, data);
    assert.deepEqual([outcome, campaign], ['no_key', null]);
    assert.match(explanation, /^Meta has encrypted which ad led here/m);
    await setKey(project, '0'.repeat(64));
    assert.equal((await metaOf(project, data)).outcome, 'not_decrypted');
    await setKey(project, key);
    for (const damaged of ['', 'ab', data.slice(2), data.replace('afe5', 'afe4')]) {
      const found = await metaOf(project, damaged);
      assert.equal(found.outcome, 'not_decrypted', damaged.slice(0, 40));
      assert.match(found.explanation, /cannot be decrypted/);
    }
  });

  test("from Meta's own app, it says whether the ad was tapped, and goes before the store's", async () => {
    const project = await newProject();
    await setKey(project, key);
    const metaInstallReferrer = { referrer: metaReferrerOf(data), isClickThrough: false };
    const damaged = metaReferrerOf(data.slice(2));
    const asked = { metaInstallReferrer, installReferrer: damaged };
    const { meta } = (await askMatch(pixel(), project, asked)).receipt.referrers ?? {};
    assert.deepEqual(
      [meta?.outcome, meta?.source, meta?.clickThrough, meta?.ad?.id],
      ['decrypted', 'metaApp', false, '12345'],
    );
    const swapped = {
      metaInstallReferrer: { referrer: damaged },
      installReferrer: metaReferrerOf(data),
    };
    const other = (await askMatch(pixel(), project, swapped)).receipt.referrers?.meta;
    assert.deepEqual(
      [other?.outcome, other?.source, other?.clickThrough],
      ['decrypted', 'play', null],
    );
  });

  test('400: a NUL in what a store reports; an SDK client’s is dropped', async () => {
    const project = await anyProject();
    const texts = [{ installReferrer: 'a\u0000' }, { metaInstallReferrer: { referrer: '\u0000' } }];
    for (const text of [
      ...texts,
      { installReferrer: { referrer: 'a', installVersion: '\u0000' } },
    ]) {
      const body = { installationId: 'a-phone-with-a-nul', ...text };
      const direct = await appKey(project)(operations.bootstrap, { body });
      assert.equal(direct.status, 400);
      assert.match(JSON.stringify(direct.body), /must not contain a NUL character/);
      const sdk = appKey(project, { 'x-svc-client': 'sdk-android' });
      assert.ok((await sdk(operations.bootstrap, { body })).status < 300);
      // Whoever asks for a match is parsed as an SDK client.
      assert.ok((await askMatch(pixel(), project, text)).receipt);
    }
  });

  test('does not stand in the way of the click that the referrer names', async () => {
    const project = await newProject();
    await setKey(project, key);
    const clickId = await tap(pixel(), project, await newLink(project));
    const referrer = `${metaReferrerOf(data)}&click_id=${clickId}`;
    const reply = await askMatch(pixel(), project, { installReferrer: { referrer } });
    assert.equal(reply.matchType, 'deterministic');
    assert.equal(reply.receipt.referrers?.meta?.outcome, 'decrypted');
  });
});
