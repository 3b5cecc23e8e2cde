import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { appKey, member, newLink, newProject, statsOf } from '../support/callers/personas.ts';
import type { TestProject } from '../support/callers/personas.ts';
import { askMatch, install, iphone, pixel, tap } from '../support/callers/phones.ts';

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

describe('credits of a link', () => {
  test('several opens by one visit of a known installation are one returning user', async () => {
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

  test("an open through the launch page's button (ulhop=1) is one returning user", async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { token } = await install(project);
    const clickId = await tap(iphone(), project, link);
    const headers = { 'x-installation-token': token ?? '' };
    await resolve(project, `${link.shortUrl}?ulhop=1&_lc=${clickId}`, headers);
    await resolve(project, `${link.shortUrl}?ulhop=1`, headers);
    assert.deepEqual(await creditsOf(project, link.id), [1, 0, 1, 1]);
  });

  test('each open of a known installation without a visit is a returning user', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { clientId } = await install(project);
    const headers = { 'x-installation-id': clientId };
    assert.equal(await resolve(project, link.shortUrl, headers), 'installation-attached');
    await resolve(project, `${link.shortUrl}?another=open`, headers);
    assert.deepEqual(await creditsOf(project, link.id), [2, 0, 2, 2]);
  });

  test('a first resolve that makes the installation is an install, with a receipt', async () => {
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

  test("a resolve without an installation, or with another project's, credits nothing", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const link = await newLink(project);
    const { clientId } = await install(other);
    await resolve(project, link.shortUrl);
    await resolve(other, link.shortUrl, { 'x-installation-id': clientId });
    assert.deepEqual(await creditsOf(project, link.id), [2, 0, 0, 0]);
  });

  test('a reinstall is a returning user, matched by signals or by click id', async () => {
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

  test('a first open without a known installation gets its link once and credits nothing', async () => {
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
          receipt.summary,
          /not counted, because the app has not registered the installation/,
        );
        assert.equal((await ask()).data, null);
        assert.equal((await askMatch(phone, project, { clickId })).receipt.reason, 'click_used');
      }
    }
    assert.deepEqual(await creditsOf(project, link.id), [4, 0, 0, 0]);
  });

  test('the delivered link credits the installation that then resolves it', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const phone = iphone();
    await tap(phone, project, link);
    const { data } = await askMatch(phone, project, { installationId: null });
    const headers = { 'x-device-id': randomUUID() };
    assert.equal(await resolve(project, data?.deepLink ?? '', headers), 'auto-installed');
    assert.deepEqual(await creditsOf(project, link.id), [1, 1, 0, 1]);
  });

  test('one of 50 simultaneous first opens without an installation gets the link', async () => {
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

  test('a click that two simultaneous first opens name, one of an installation, is given to one', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const taps = await Promise.all(Array.from({ length: 10 }, () => tap(pixel(), project, link)));
    await Promise.all(
      taps.map(async (clickId) => {
        const { clientId } = await install(project);
        const replies = await Promise.all(
          [clientId, null].map((installationId) =>
            askMatch(pixel(), project, { clickId, installationId }),
          ),
        );
        assert.equal(replies.filter((each) => each.data !== null).length, 1);
      }),
    );
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

  test('an installation is credited as one install, however many clicks preceded it', async () => {
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

  test('a click that opened the app is not a candidate for an install', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const phone = iphone();
    const clickId = await tap(phone, project, link);
    const { clientId } = await install(project);
    await resolve(project, `${link.shortUrl}?_lc=${clickId}`, { 'x-device-id': clientId });
    assert.equal((await askMatch(phone, project)).receipt.reason, 'clicks_used');
  });

  test('a click that opened an app without an installation is not a candidate either', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const phone = iphone();
    const clickId = await tap(phone, project, link);
    await resolve(project, `${link.shortUrl}?_lc=${clickId}`);
    assert.equal((await askMatch(phone, project)).receipt.reason, 'clicks_used');
    assert.deepEqual(await creditsOf(project, link.id), [1, 0, 0, 0]);
  });

  test('simultaneous resolves of one visit are credited once', async () => {
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

  test('time ranges count installs by their own time and clicks by theirs', async () => {
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
