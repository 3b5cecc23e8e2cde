import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { appKey, member, newLink, newProject, statsOf } from '../support/personas.ts';
import type { TestProject } from '../support/personas.ts';
import { askMatch, install, iphone, pixel, tap } from '../support/phones.ts';

const HOUR = 3600 * 1000;

async function resolve(project: TestProject, url: string, headers: Record<string, string> = {}) {
  const reply = await appKey(project, headers)(operations.resolveLink, { query: { url } });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.headers.get('x-svc-context');
}

async function creditsOf(project: TestProject, linkId: string) {
  const stats = await statsOf(project, linkId);
  return [stats.clicks, stats.installs, stats.returningUsers, stats.attributedClicks];
}

describe('what a link is credited with', () => {
  test('a visit that opens the app of a known installation is one returning user', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { token } = await install(project);
    const clickId = await tap(iphone(), project, link);
    const headers = { 'x-installation-token': token ?? '' };
    for (let times = 0; times < 3; times += 1) {
      await resolve(project, `${link.shortUrl}?_lc=${clickId}`, headers);
    }
    assert.deepEqual(await creditsOf(project, link.id), [1, 0, 1, 1]);
  });

  test('so is one that comes over the launch page, whose button adds ulhop=1', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { token } = await install(project);
    const clickId = await tap(iphone(), project, link);
    const headers = { 'x-installation-token': token ?? '' };
    await resolve(project, `${link.shortUrl}?ulhop=1&_lc=${clickId}`, headers);
    await resolve(project, `${link.shortUrl}?ulhop=1`, headers);
    assert.deepEqual(await creditsOf(project, link.id), [1, 0, 1, 1]);
  });

  test('each open of a known installation without a visit before is a returning user', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { clientId } = await install(project);
    const headers = { 'x-installation-id': clientId };
    assert.equal(await resolve(project, link.shortUrl, headers), 'installation-attached');
    await resolve(project, `${link.shortUrl}?another=open`, headers);
    assert.deepEqual(await creditsOf(project, link.id), [2, 0, 2, 2]);
  });

  test('an installation that its first resolve makes is an install, with a receipt', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const installationId = randomUUID();
    const headers = { 'x-installation-id': installationId };
    assert.equal(await resolve(project, link.shortUrl, headers), 'auto-installed');
    assert.deepEqual(await creditsOf(project, link.id), [1, 1, 0, 1]);
    const reply = await member(project)(operations.getReceipt, {
      params: { projectId: project.project.id, installationId },
    });
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body.methods, [
      { method: 'deepLink', outcome: 'matched', reason: 'matched' },
    ]);
  });

  test('a resolve of nobody in particular, or of another project’s app, credits nothing', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const link = await newLink(project);
    const { clientId } = await install(other);
    await resolve(project, link.shortUrl);
    await resolve(other, link.shortUrl, { 'x-installation-id': clientId });
    assert.deepEqual(await creditsOf(project, link.id), [2, 0, 0, 0]);
  });

  test('a reinstallation is a returning user, by signals as by the click id', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const persistentDeviceId = randomUUID();
    await install(project, { persistentDeviceId });
    const phone = iphone();
    await tap(phone, project, link);
    const second = await install(project, { persistentDeviceId });
    const reply = await askMatch(phone, project, { installationId: second.clientId });
    assert.equal(reply.receipt.credited?.as, 'returning');
    const clickId = await tap(pixel(), project, link);
    const third = await install(project, { persistentDeviceId });
    await askMatch(pixel(), project, { installationId: third.clientId, clickId });
    assert.deepEqual(await creditsOf(project, link.id), [2, 0, 2, 2]);
  });

  test('a first open that names no known installation is given its link once, and credits nothing', async () => {
    const project = await newProject();
    const link = await newLink(project);
    for (const installationId of [null, 'never-tracked']) {
      for (const phone of [iphone(), pixel()]) {
        const clickId = await tap(phone, project, link);
        const named = phone.fingerprint.os === 'android' && { clickId };
        const ask = () => askMatch(phone, project, { installationId, ...named });
        const { data, matchType, receipt } = await ask();
        assert.ok(data?.deepLink.includes(clickId));
        assert.equal(matchType, named ? 'deterministic' : 'fingerprint');
        assert.deepEqual([receipt.delivered?.clickId, receipt.credited], [clickId, null]);
        assert.match(
          receipt.explanation[0] ?? '',
          /not counted: the app names no known installation/,
        );
        assert.equal((await ask()).data, null);
        assert.equal((await askMatch(phone, project, { clickId })).receipt.reason, 'click_used');
      }
    }
    assert.deepEqual(await creditsOf(project, link.id), [4, 0, 0, 0]);
  });

  test('its link credits the installation that then resolves it', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const phone = iphone();
    await tap(phone, project, link);
    const { data } = await askMatch(phone, project, { installationId: null });
    const headers = { 'x-device-id': randomUUID() };
    assert.equal(await resolve(project, data?.deepLink ?? '', headers), 'auto-installed');
    assert.deepEqual(await creditsOf(project, link.id), [1, 1, 0, 1]);
  });

  test('one of 50 simultaneous first opens without an installation is given the link', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const clickId = await tap(pixel(), project, link);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        askMatch(pixel(), project, { clickId, installationId: null }),
      ),
    );
    assert.equal(replies.filter((each) => each.data !== null).length, 1);
    assert.deepEqual(await creditsOf(project, link.id), [1, 0, 0, 0]);
  });

  test('a deferred match that is resolved afterwards is credited once', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const phone = iphone();
    await tap(phone, project, link);
    const { clientId, token } = await install(project);
    const { data } = await askMatch(phone, project, { installationId: clientId });
    await resolve(project, data?.deepLink ?? '', { 'x-installation-token': token ?? '' });
    await resolve(project, data?.deepLink ?? '', { 'x-installation-token': token ?? '' });
    assert.deepEqual(await creditsOf(project, link.id), [1, 1, 0, 1]);
  });

  test('an installation is one install: another click from before it is joined to nothing', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const [first, second] = [await tap(pixel(), project, link), await tap(pixel(), project, link)];
    const { clientId } = await install(project);
    await askMatch(pixel(), project, { installationId: clientId, clickId: first });
    await resolve(project, `${link.shortUrl}?_lc=${second}`, { 'x-installation-id': clientId });
    assert.deepEqual(await creditsOf(project, link.id), [2, 1, 0, 1]);
    // It opened the app, so it is nobody else's either.
    const { receipt } = await askMatch(pixel(), project, { clickId: second });
    assert.equal(receipt.reason, 'click_used');
    assert.deepEqual(await creditsOf(project, link.id), [2, 1, 0, 1]);
  });

  test('simultaneous opens by clicks from before the installation are one install', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const clicks = await Promise.all(Array.from({ length: 20 }, () => tap(pixel(), project, link)));
    const { clientId } = await install(project);
    const headers = { 'x-installation-id': clientId };
    await Promise.all(
      clicks.map((click, index) =>
        index % 2 === 0
          ? resolve(project, `${link.shortUrl}?_lc=${click}`, headers)
          : askMatch(pixel(), project, { installationId: clientId, clickId: click }),
      ),
    );
    assert.deepEqual(await creditsOf(project, link.id), [20, 1, 0, 1]);
  });

  test('a click that opened the app is no candidate for an install', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const phone = iphone();
    const clickId = await tap(phone, project, link);
    const { clientId } = await install(project);
    await resolve(project, `${link.shortUrl}?_lc=${clickId}`, { 'x-device-id': clientId });
    assert.equal((await askMatch(phone, project)).receipt.reason, 'clicks_used');
  });

  test('nor is one that opened an app which does not say its installation', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const phone = iphone();
    const clickId = await tap(phone, project, link);
    await resolve(project, `${link.shortUrl}?_lc=${clickId}`);
    assert.equal((await askMatch(phone, project)).receipt.reason, 'clicks_used');
    assert.deepEqual(await creditsOf(project, link.id), [1, 0, 0, 0]);
  });

  test('many resolves of one visit at once are one credit', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const clickId = await tap(iphone(), project, link);
    const installs = await Promise.all(Array.from({ length: 20 }, () => install(project)));
    await Promise.all(
      installs.map(({ clientId }) =>
        resolve(project, `${link.shortUrl}?_lc=${clickId}`, { 'x-installation-id': clientId }),
      ),
    );
    const [clicks, installed, returning, attributed] = await creditsOf(project, link.id);
    assert.deepEqual([clicks, attributed], [1, 1]);
    assert.equal((installed ?? 0) + (returning ?? 0), 1);
  });

  test('windows count installs when they happened and clicks when they were made', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const phone = iphone();
    await tap(phone, project, link);
    await askMatch(phone, project);
    const read = async (from: number, to: number) => {
      const at = (offset: number) => new Date(Date.now() + offset).toISOString();
      const reply = await appKey(project)(operations.getLinkStats, {
        params: { id: link.id },
        query: { from: at(from), to: at(to) },
      });
      assert.equal(reply.status, 200);
      return [reply.body.clicks, reply.body.installs, reply.body.attributedClicks];
    };
    assert.deepEqual(await read(-HOUR, HOUR), [1, 1, 1]);
    assert.deepEqual(await read(-2 * HOUR, -HOUR), [0, 0, 0]);
  });
});
