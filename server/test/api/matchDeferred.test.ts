import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import { insertAppKey } from '#teams/appKeys/insertAppKey.ts';
import { recordSignals } from '#apps/attribution/matching/recordSignals.ts';
import { projectNumber } from '#visits/clicks/facts/projectNumber.ts';
import { newId } from '#platform/lib/uuid.ts';
import { anonymous, anyProject, appKey, newLink, newProject } from '../support/callers/personas.ts';
import { statsOf, type TestProject } from '../support/callers/personas.ts';
import { newLinkTo } from '../linkhost/phoneProject.ts';
import { askMatch, install, iphone, newAddress, pixel, tap } from '../support/callers/phones.ts';
import { send, USER_AGENTS } from '../support/callers/request.ts';

const { matchDeferred, resolveLink } = operations;
const MINUTE = 60_000;

function factsOf(project: TestProject) {
  return project.server.app.db
    .selectFrom('attribution_facts')
    .selectAll()
    .where('project_id', '=', project.project.id)
    .execute();
}

/** Moves a click's signals into the past, as far as matching is concerned. */
async function age(project: TestProject, clickId: string, minutes: number): Promise<void> {
  const { db, ledger } = project.server.app;
  await ledger.loaded();
  await db
    .updateTable('click_signals')
    .set({ clicked_at: new Date(Date.now() - minutes * MINUTE) })
    .where('click_id', '=', clickId)
    .execute();
}

async function change(project: TestProject, set: { off?: boolean; minutes?: number }) {
  const { app } = project.server;
  await app.db
    .updateTable('projects')
    .set({
      ...(set.off !== undefined && { probabilistic_matching: !set.off }),
      ...(set.minutes !== undefined && { matching_window_minutes: set.minutes }),
    })
    .where('id', '=', project.project.id)
    .execute();
  app.lookups.apply({ kind: 'project', projectId: project.project.id });
}

describe('matchDeferred 200, by a click that the app names', () => {
  test("the referrer's click matches; resolving its link keeps forwarded values and adds no click", async () => {
    const project = await newProject();
    const link = await newLink(project, {
      parameters: { screen: 'sale', code: 'A' },
      allowQueryPassthrough: true,
    });
    const phone = pixel();
    const clickId = await tap(phone, project, link, '?code=B%20%26&ref=ann&_qr=1');
    const { clientId, token } = await install(project);
    const reply = await askMatch(phone, project, { clickId, installationId: clientId });
    assert.equal(reply.matchType, 'deterministic');
    assert.ok(reply.data);
    const resolved = await appKey(project, { 'x-installation-token': token ?? '' })(resolveLink, {
      query: { url: reply.data.deepLink },
    });
    assert.equal(resolved.status, 200);
    assert.deepEqual(resolved.body.parameters, { screen: 'sale', code: 'B &', ref: 'ann' });
    const stats = await statsOf(project, link.id);
    assert.deepEqual(
      [stats.clicks, stats.opens, stats.installs, stats.returningUsers, stats.attributedClicks],
      [1, 1, 1, 0, 1],
    );
  });

  test('forwards nothing once passthrough is off for the link (Rule: passthrough 1)', async () => {
    const project = await newProject();
    const off = { allowQueryPassthrough: false };
    for (const byClick of [true, false]) {
      const link = await newLink(project, { allowQueryPassthrough: true });
      const phone = pixel();
      const clickId = await tap(phone, project, link, '?code=B');
      const params = { id: link.id };
      await appKey(project)(operations.updateLink, { params, body: off });
      const { clientId: installationId } = await install(project);
      const asked = byClick ? { clickId, installationId } : { installationId };
      const reply = await askMatch(phone, project, asked);
      assert.match(reply.data?.deepLink ?? '', /\?_lc=[\da-f-]{36}\.[\w-]{22}$/);
    }
  });

  test('the click id may be encoded, upper-case or followed by the rest of the referrer', async () => {
    const project = await newProject();
    const link = await newLink(project);
    for (const disguise of [
      (id: string) => id.replaceAll('-', '%2D'),
      (id: string) => id.toUpperCase(),
      (id: string) => `${id}&utm_source=x`,
      (id: string) => `${id}%26utm_source%3Dx`,
    ]) {
      const clickId = disguise(await tap(pixel(), project, link));
      const reply = await askMatch(pixel(), project, { clickId });
      assert.equal(reply.matchType, 'deterministic', clickId);
    }
  });

  test('the click id in the whole Play referrer counts like clickId, sent with bootstrap or match', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const texts = [
      (id: string) => `click_id=${id}`,
      (id: string) => `utm_source=google-play&gclid=a%26b&click_id=${id}&utm_content=%7B%7D`,
      (id: string) => `utm_source%3Dx%26click_id%3D${id}`,
    ];
    for (const text of texts) {
      const asObject = { referrer: text(await tap(pixel(), project, link)) };
      const asText = text(await tap(pixel(), project, link));
      for (const installReferrer of [asObject, asText]) {
        const reply = await askMatch(pixel(), project, { installReferrer });
        assert.equal(reply.matchType, 'deterministic', JSON.stringify(installReferrer));
      }
      const installReferrer = text(await tap(pixel(), project, link));
      const { clientId } = await install(project, { installReferrer });
      const reply = await askMatch(pixel(), project, { installationId: clientId });
      assert.equal(reply.matchType, 'deterministic');
      assert.deepEqual(reply.receipt.referrers?.play, { referrer: installReferrer });
    }
  });

  test('clickId precedes the referrer, and a referrer without a click leaves signals to decide', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const [clickId, other] = [await tap(pixel(), project, link), await tap(pixel(), project, link)];
    const installReferrer = `click_id=${other}`;
    const reply = await askMatch(pixel(), project, { clickId, installReferrer });
    assert.equal(reply.receipt.delivered?.clickId, clickId);
    const phone = pixel();
    await tap(phone, project, link);
    const organic = 'utm_source=google-play&utm_medium=organic';
    const found = await askMatch(phone, project, { installReferrer: organic });
    assert.equal(found.matchType, 'fingerprint');
  });

  test('click injection is named in the receipt with its seconds, and still matches', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const now = Math.floor(Date.now() / 1000);
    const ask = async (times: object) => {
      const referrer = `click_id=${await tap(pixel(), project, link)}`;
      return askMatch(pixel(), project, { installReferrer: { referrer, ...times } });
    };
    const injected = await ask({
      clickTimestampServerSeconds: now - 60,
      installBeginTimestampServerSeconds: now - 72,
    });
    assert.equal(injected.matchType, 'deterministic');
    const reason = 'click_after_install_began';
    assert.deepEqual(injected.receipt.referrers?.injection, {
      reason,
      seconds: 12,
      clock: 'store',
    });
    assert.ok(
      injected.receipt.explanation.includes(
        "Possible click injection: by the store's clock, the click was made 12 seconds after the installation began.",
      ),
    );
    const neutral = await ask({ clickTimestampSeconds: 0, installBeginTimestampSeconds: now - 72 });
    assert.equal(neutral.receipt.referrers?.injection, null);
    assert.ok(!neutral.receipt.explanation.some((line) => line.includes('injection')));
  });

  test("a publishable key's receipt omits what the store reported", async () => {
    const project = await newProject();
    const { text } = await insertAppKey(project.server.app.db, project.project, {
      name: 'app',
      class: 'publishable',
    });
    const reply = await appKey({ ...project, appKey: text })(matchDeferred, {
      body: { fingerprint: {}, installReferrer: 'gclid=x', debug: true },
    });
    assert.ok(reply.status === 200);
    assert.equal(reply.body.receipt?.referrers, null);
  });

  test('a click matches once', async () => {
    const project = await newProject();
    const clickId = await tap(pixel(), project, await newLink(project));
    const first = await askMatch(pixel(), project, { clickId });
    const again = await askMatch(pixel(), project, { clickId });
    assert.equal(first.matchType, 'deterministic');
    assert.deepEqual(
      [again.success, again.matchType, again.data, again.receipt.reason],
      [true, null, null, 'click_used'],
    );
  });

  test("no match for a click of another project or system, a bot's, an old or unknown one", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const link = await newLink(project);
    const { app } = project.server;
    const old = newId(Date.now() - 91 * 24 * 60 * MINUTE);
    const key = await app.lookups.link(project.project.id, link.slug);
    await app.db
      .insertInto('clicks')
      .values({
        id: old,
        link_key: key?.key ?? 0,
        project_number: projectNumber(project.project.id),
        kind: 1,
        source: 0,
        clicked_at: new Date(Date.now() - 91 * 24 * 60 * MINUTE),
      })
      .execute();
    const crawler = { ...pixel(), userAgent: USER_AGENTS.facebook };
    const cases = [
      [await tap(pixel(), other, await newLink(other)), 'click_unknown'],
      [await tap(iphone(), project, link), 'click_of_other_system'],
      [await tap(crawler, project, link), 'click_unknown'],
      [old, 'click_unknown'],
      [newId(), 'click_unknown'],
      ['(not set)', 'click_unknown'],
      ['%E0%A4%A', 'click_unknown'],
    ] as const;
    for (const [clickId, reason] of cases) {
      const reply = await askMatch(pixel(), project, { clickId });
      assert.deepEqual([reply.data, reply.receipt.reason], [null, reason], clickId);
      assert.match(reply.receipt.summary, /^No: .* because the tap that Google Play named /);
    }
    assert.deepEqual(await factsOf(project), []);
    assert.deepEqual(await factsOf(other), []);
  });

  test('no match when signals say that the click was made on another model family', async () => {
    const project = await newProject();
    const link = await newLink(project, { allowQueryPassthrough: true });
    const ipad = { os: 'ios', model: 'iPad14,3' };
    const samsung = { os: 'android', model: 'SM-S921B' };
    for (const [phone, fingerprint, clickMethod] of [
      [iphone(), ipad, 'clipboard'],
      [pixel(), samsung, 'clickId'],
    ] as const) {
      const click = await tap(phone, project, link, '?invite=secret');
      const named =
        clickMethod === 'clickId'
          ? { clickId: click }
          : { clipboard: `${link.shortUrl}?_lc=${click}` };
      const reply = await askMatch({ ...phone, fingerprint }, project, named);
      assert.deepEqual([reply.data, reply.receipt.reason], [null, 'click_of_other_model']);
      assert.equal(
        reply.receipt.summary,
        `No: this install is not credited to any link, because the tap ${clickMethod === 'clickId' ? 'that Google Play named' : 'behind the pasted link'} was made on another model of phone.`,
      );
      // What is not said speaks against nothing.
      const silent = { os: fingerprint.os };
      const fit = await askMatch({ ...phone, fingerprint: silent }, project, named);
      assert.equal(fit.matchType, 'deterministic');
    }
  });

  test('an iPad that reports Macintosh counts as an iPad once touch points are known', async () => {
    const project = await newProject();
    const link = await newLinkTo(project, { type: 'dynamic' });
    const mac =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
    const clickId = await tap({ ...iphone(), userAgent: mac }, project, link);
    await recordSignals(project.server.app.ledger, { clickId, touchPoints: 5 });
    const android = await askMatch(pixel(), project, { clickId });
    assert.equal(android.receipt.reason, 'click_of_other_system');
    const ipad = { ...iphone(), fingerprint: { os: 'ios', model: 'iPad14,3' } };
    assert.equal((await askMatch(ipad, project, { clickId })).matchType, 'deterministic');
  });

  test('a click that has opened the app is not matched again', async () => {
    const project = await newProject();
    const link = await newLink(project, { allowQueryPassthrough: true });
    const clickId = await tap(pixel(), project, link, '?invite=secret');
    const url = `${link.shortUrl}?_lc=${clickId}`;
    assert.equal((await (await anonymous())(resolveLink, { query: { url } })).status, 200);
    const reply = await askMatch(pixel(), project, { clickId });
    assert.deepEqual([reply.data, reply.receipt.reason], [null, 'click_used']);
  });

  test("a click beyond the project's retention is unknown even before it is deleted", async () => {
    const project = await newProject();
    const { app } = project.server;
    await app.db
      .updateTable('projects')
      .set({ click_retention_days: 7 })
      .where('id', '=', project.project.id)
      .execute();
    app.lookups.apply({ kind: 'project', projectId: project.project.id });
    const link = await newLink(project);
    const key = (await app.lookups.link(project.project.id, link.slug))?.key ?? 0;
    for (const [days, reason] of [
      [8, 'click_unknown'],
      [6, 'matched'],
    ] as const) {
      const at = Date.now() - days * 24 * 60 * MINUTE;
      const clickId = newId(at);
      const row = {
        id: clickId,
        link_key: key,
        project_number: projectNumber(project.project.id),
        kind: 1,
        source: 0,
        clicked_at: new Date(at),
      };
      await app.db.insertInto('clicks').values(row).execute();
      assert.equal((await askMatch(pixel(), project, { clickId })).receipt.reason, reason);
    }
  });

  test('a desktop click matches any phone, since web stores install to phones', async () => {
    const project = await newProject();
    const desktop = { ...pixel(), userAgent: USER_AGENTS.desktop };
    const clickId = await tap(desktop, project, await newLink(project));
    assert.equal((await askMatch(iphone(), project, { clickId })).matchType, 'deterministic');
  });

  test('a deleted link is not delivered', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const clickId = await tap(pixel(), project, link);
    await project.server.app.db
      .updateTable('links')
      .set({ deleted_at: new Date() })
      .where('id', '=', link.id)
      .execute();
    const reply = await askMatch(pixel(), project, { clickId });
    assert.deepEqual([reply.data, reply.receipt.reason], [null, 'link_deleted']);
  });

  test('a copied link in the clipboard names its click', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const clickId = await tap(iphone(), project, link);
    const clipboard = `${link.shortUrl}?_lc=${clickId}`;
    const reply = await askMatch(iphone(), project, { clipboard });
    assert.equal(reply.matchType, 'deterministic');
    assert.deepEqual(
      reply.receipt.methods.map((each) => [each.method, each.outcome]),
      [
        ['clickId', 'notTried'],
        ['clipboard', 'matched'],
        ['signals', 'notTried'],
      ],
    );
    const other = await askMatch(iphone(), project, { clipboard: 'a shopping list' });
    assert.equal(other.data, null);
  });

  test('works while matching by signals is off and no signals are stored', async () => {
    const project = await newProject();
    await change(project, { off: true });
    const phone = pixel();
    const clickId = await tap(phone, project, await newLink(project));
    const kept = await project.server.app.db
      .selectFrom('click_signals')
      .select('click_id')
      .where('click_id', '=', clickId)
      .execute();
    assert.deepEqual(kept, []);
    const unnamed = await askMatch(phone, project);
    assert.deepEqual([unnamed.data, unnamed.receipt.reason], [null, 'matching_off']);
    assert.equal((await askMatch(phone, project, { clickId })).matchType, 'deterministic');
  });
});

describe('matchDeferred 200, by signals', () => {
  test('a single phone on its IP address is matched, once per click', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const phone = iphone();
    const clickId = await tap(phone, project, link);
    const first = await askMatch(phone, project);
    assert.equal(first.matchType, 'fingerprint');
    assert.equal(first.receipt.credited?.clickId, clickId);
    assert.ok(first.data?.deepLink.startsWith(`${link.shortUrl}?_lc=${clickId}`));
    const again = await askMatch(phone, project);
    assert.deepEqual([again.data, again.receipt.reason], [null, 'clicks_used']);
  });

  test('no match for indistinguishable clicks on different links', async () => {
    const project = await newProject();
    const phone = iphone();
    await tap(phone, project, await newLink(project));
    const newest = await tap(phone, project, await newLink(project));
    const reply = await askMatch(phone, project);
    assert.deepEqual([reply.data, reply.receipt.reason], [null, 'not_told_apart']);
    assert.equal(reply.receipt.candidates.length, 2);
    assert.equal(reply.receipt.candidates[0]?.clickId, newest);
    assert.ok(reply.receipt.runnerUp);
    assert.deepEqual(await factsOf(project), []);
  });

  test('of indistinguishable clicks on one link, the newest is matched', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const phone = iphone();
    await tap(phone, project, link);
    const newest = await tap(phone, project, link);
    assert.equal((await askMatch(phone, project)).receipt.credited?.clickId, newest);
  });

  test('of clicks on one link with different forwarded values, the newest is matched (Rule: attribution)', async () => {
    const project = await newProject();
    const link = await newLink(project, { allowQueryPassthrough: true });
    const phone = iphone();
    await tap(phone, project, link, '?invite=ann');
    const newest = await tap(phone, project, link, '?invite=bob');
    const reply = await askMatch(phone, project);
    assert.equal(reply.receipt.credited?.clickId, newest);
    const resolved = await appKey(project)(resolveLink, {
      query: { url: reply.data?.deepLink ?? '' },
    });
    assert.equal(resolved.status, 200);
    assert.deepEqual(resolved.body.parameters, { invite: 'bob' });
  });

  test('signals reported by the page distinguish phones', async () => {
    const project = await newProject();
    const address = newAddress();
    const [large, small] = [iphone({ address }), iphone({ address })];
    const { ledger } = project.server.app;
    const mine = await tap(large, project, await newLink(project));
    const theirs = await tap(small, project, await newLink(project));
    const common = { timeZone: 'Europe/Vienna', language: 'de-AT' };
    await recordSignals(ledger, { clickId: mine, screen: '932x430', ...common });
    await recordSignals(ledger, { clickId: theirs, screen: '375x667', ...common });
    const reply = await askMatch(large, project);
    assert.equal(reply.receipt.credited?.clickId, mine);
    const chosen = reply.receipt.candidates.find((each) => each.chosen);
    assert.deepEqual(
      chosen?.signals.map((each) => [each.signal, each.verdict]),
      [
        ['osMajor', 'agrees'],
        ['model', 'agrees'],
        ['screen', 'agrees'],
        ['timeZone', 'agrees'],
        ['language', 'agrees'],
      ],
    );
    assert.equal(reply.receipt.runnerUp, theirs);
  });

  test('Android never matches an iOS click, and iOS never an Android one', async () => {
    const project = await newProject();
    const address = newAddress();
    await tap(iphone({ address }), project, await newLink(project));
    const android = await askMatch(pixel({ address }), project);
    assert.deepEqual([android.data, android.receipt.reason], [null, 'no_click_of_this_system']);
    const elsewhere = newAddress();
    await tap(pixel({ address: elsewhere }), project, await newLink(project));
    const ios = await askMatch(iphone({ address: elsewhere }), project);
    assert.deepEqual([ios.data, ios.receipt.reason], [null, 'no_click_of_this_system']);
  });

  test('clicks from another IP address or project, or outside the window, never match', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const phone = iphone();
    await tap({ ...phone, address: newAddress() }, project, await newLink(project));
    await tap(phone, other, await newLink(other));
    const outside = await tap(phone, project, await newLink(project));
    await change(project, { minutes: 5 });
    await age(project, outside, 6);
    const reply = await askMatch(phone, project);
    assert.deepEqual([reply.data, reply.receipt.reason], [null, 'no_click_from_this_address']);
    assert.equal(reply.receipt.windowMinutes, 5);
    await change(project, { minutes: 60 });
    assert.equal((await askMatch(phone, project)).receipt.credited?.clickId, outside);
  });

  test('1,100 clicks of another project from the same IP address do not affect a match', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const phone = iphone();
    const clickId = await tap(phone, project, await newLink(project));
    const busy = await newLink(other);
    for (let round = 0; round < 11; round += 1) {
      await Promise.all(Array.from({ length: 100 }, () => tap(phone, other, busy)));
    }
    assert.equal((await statsOf(other, busy.id)).clicks, 1100);
    const reply = await askMatch(phone, project);
    assert.equal(reply.receipt.credited?.clickId, clickId);
    assert.equal(reply.receipt.clicksSeen, 1);
    assert.equal((await askMatch(phone, other)).receipt.reason, 'too_many_clicks');
  });

  test('a click on a deleted link is not delivered but still counts as another phone', async () => {
    const project = await newProject();
    const phone = iphone();
    const [link, other] = [await newLink(project), await newLink(project)];
    await tap(phone, project, link);
    const del = { params: { id: link.id } };
    assert.equal((await appKey(project)(operations.deleteLink, del)).status, 200);
    const alone = await askMatch(phone, project);
    assert.deepEqual([alone.data, alone.receipt.reason], [null, 'clicks_used']);
    await tap(phone, project, other);
    const { receipt } = await askMatch(phone, project);
    assert.deepEqual([receipt.credited?.linkId, receipt.otherPhones], [other.id, 0.5]);
  });

  test('contradicting signals prevent a match; missing ones are neutral', async () => {
    const project = await newProject();
    const phone = iphone();
    await tap(phone, project, await newLink(project));
    const newer = { ...phone, fingerprint: { ...phone.fingerprint, systemVersion: '26.1' } };
    assert.equal((await askMatch(newer, project)).receipt.reason, 'signals_differ');
    assert.equal(
      (await askMatch({ ...phone, fingerprint: { os: 'ios' } }, project)).matchType,
      'fingerprint',
    );
  });

  test('an app that does not send its system is not matched', async () => {
    const project = await newProject();
    const phone = iphone();
    await tap(phone, project, await newLink(project));
    const reply = await askMatch({ ...phone, fingerprint: {} }, project);
    assert.deepEqual([reply.data, reply.receipt.reason], [null, 'system_unknown']);
  });

  test('IP addresses of one IPv6 network count as one', async () => {
    const project = await newProject();
    const network = `2001:db8:${Math.floor(Math.random() * 65535).toString(16)}:7`;
    await tap(iphone({ address: `${network}:1:2:3:4` }), project, await newLink(project));
    const reply = await askMatch(iphone({ address: `${network}:a:b:c:d` }), project);
    assert.equal(reply.matchType, 'fingerprint');
  });
});

describe('matchDeferred 200, single use', () => {
  test('100 simultaneous installs naming one click get one match', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const clickId = await tap(pixel(), project, link);
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => askMatch(pixel(), project, { clickId })),
    );
    assert.equal(replies.filter((each) => each.data !== null).length, 1);
    const kinds = (await factsOf(project)).map((each) => each.kind).toSorted();
    assert.deepEqual(kinds, ['click', 'install']);
    const stats = await statsOf(project, link.id);
    assert.deepEqual([stats.installs, stats.attributedClicks], [1, 1]);
  });

  test('100 simultaneous installs on one IP address share its three clicks, one each', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const phone = iphone();
    for (let count = 0; count < 3; count += 1) await tap(phone, project, link);
    const installs = await Promise.all(
      Array.from({ length: 100 }, async () => (await install(project)).clientId),
    );
    const replies = await Promise.all(
      installs.map((installationId) => askMatch(phone, project, { installationId })),
    );
    const clicks = replies.flatMap((each) => each.receipt.credited?.clickId ?? []);
    assert.equal(new Set(clicks).size, clicks.length);
    assert.equal(clicks.length, 3);
    assert.equal((await statsOf(project, link.id)).installs, 3);
  });

  test('20 simultaneous requests of one installation get one match', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const phone = iphone();
    for (let count = 0; count < 5; count += 1) await tap(phone, project, link);
    const { clientId: installationId } = await install(project);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => askMatch(phone, project, { installationId })),
    );
    assert.equal(replies.filter((each) => each.data !== null).length, 1);
    const later = await askMatch(phone, project, { installationId });
    assert.equal(later.receipt.reason, 'installation_matched');
    const stats = await statsOf(project, link.id);
    assert.deepEqual([stats.installs, stats.attributedClicks], [1, 1]);
  });
});

describe('matchDeferred 200, requests and responses', () => {
  test('receipts show clicks to secret keys only, not to debug builds with publishable keys', async () => {
    const project = await newProject();
    const { text } = await insertAppKey(project.server.app.db, project.project, {
      name: 'app',
      class: 'publishable',
    });
    const victim = iphone();
    const link = await newLink(project, { slug: 'of-the-victim' });
    const clickId = await tap(victim, project, link);
    const stranger = { ...victim.fingerprint, systemVersion: '26.1' };
    const headers = { 'x-app-key': text, 'x-forwarded-for': victim.address };
    const call = appKey(project, headers);
    const plain = await call(matchDeferred, { body: { fingerprint: stranger } });
    assert.equal(plain.status, 200);
    assert.deepEqual(plain.body, { success: true, matchType: null, data: null });
    const debug = await call(matchDeferred, { body: { fingerprint: stranger, debug: true } });
    assert.ok(debug.status === 200 && debug.body.receipt);
    const { id: _id, createdAt: _at, explanation, summary, ...receipt } = debug.body.receipt;
    assert.deepEqual(receipt, {
      matchType: null,
      reason: 'signals_differ',
      timeline: [],
      delivered: null,
      test: null,
      credited: null,
      methods: [
        { method: 'clickId', outcome: 'notTried', reason: 'not_sent' },
        { method: 'clipboard', outcome: 'notTried', reason: 'not_sent' },
        { method: 'signals', outcome: 'noMatch', reason: 'signals_differ' },
      ],
      referrers: null,
      windowMinutes: 60,
      confidence: null,
      requiredConfidence: 0.96,
      otherPhones: null,
      clicksSeen: null,
      candidates: [],
      runnerUp: null,
    });
    assert.match(
      explanation.join(' '),
      /^No: .* Window for a match by device signals: 60 minutes\.$/,
    );
    assert.equal(explanation[0], summary);
    assert.ok(!JSON.stringify(debug.body).includes(clickId));
    assert.ok(!JSON.stringify(debug.body).includes(link.slug));
    const matched = await call(matchDeferred, {
      body: { fingerprint: victim.fingerprint, debug: true },
    });
    assert.ok(matched.status === 200 && matched.body.receipt);
    assert.match(
      matched.body.receipt.summary,
      /^Yes: this first open came from the link "of-the-victim"/,
    );
    assert.deepEqual([matched.body.receipt.timeline, matched.body.receipt.candidates], [[], []]);
    const other = iphone();
    await tap(other, project, link);
    await tap(other, project, await newLink(project));
    const tied = await appKey(project, { ...headers, 'x-forwarded-for': other.address })(
      matchDeferred,
      { body: { fingerprint: other.fingerprint, debug: true } },
    );
    assert.ok(tied.status === 200 && tied.body.receipt?.reason === 'not_told_apart');
    assert.ok(!JSON.stringify(tied.body).includes(link.slug));
  });

  test('SDK clients may send extra fields, nulls, empty strings and numbers', async () => {
    const project = await newProject();
    const phone = pixel();
    await tap(phone, project, await newLink(project));
    const reply = await send({
      method: 'POST',
      path: '/sdk/deferred/match',
      headers: {
        host: 'api.test',
        'content-type': 'application/json',
        'x-app-key': project.appKey,
        'x-svc-client': 'sdk-android',
        'x-svc-client-platform': 'android',
        'x-forwarded-for': phone.address,
      },
      body: JSON.stringify({
        fingerprint: {
          os: '',
          model: 'Pixel 9',
          brand: 'google',
          device: 'tokay',
          manufacturer: 'Google',
          product: 'tokay',
          hardware: 'tokay',
          id: 'AP3A',
          osVersion: 15,
          timezone: null,
        },
        clickId: null,
        installationId: '',
        more: { nested: true },
      }),
    });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(JSON.parse(reply.text).matchType, 'fingerprint');
  });

  test('a NUL in any string is treated as no value', async () => {
    const call = appKey(await anyProject());
    const said = 'a\u0000b';
    for (const body of [
      { installationId: said, fingerprint: {} },
      { clickId: said, fingerprint: {} },
      { fingerprint: { os: 'ios', model: said, timezone: said, language: said } },
      { fingerprint: { os: said, screenResolution: said } },
    ]) {
      const reply = await call(matchDeferred, { body });
      assert.ok(reply.status === 200);
      assert.equal(reply.body.matchType, null);
    }
  });

  test('the token names the installation if the body does not', async () => {
    const project = await newProject();
    const { id, token } = await install(project);
    const call = appKey(project, { 'x-installation-token': token ?? '' });
    const reply = await call(matchDeferred, { body: { fingerprint: { os: 'ios' } } });
    assert.equal(reply.status === 200 && reply.body.receipt?.installationId, id);
  });

  test('the installation headers do too, without a token', async () => {
    const project = await newProject();
    const { id, clientId } = await install(project);
    for (const headers of [
      { 'x-installation-id': clientId },
      { 'x-device-id': clientId },
      { 'x-installation-id': id },
    ]) {
      const reply = await appKey(project, headers)(matchDeferred, { body: { fingerprint: {} } });
      assert.equal(reply.status === 200 && reply.body.receipt?.installationId, id);
    }
    const unknown = await appKey(project, { 'x-installation-id': 'unknown' })(matchDeferred, {
      body: { fingerprint: {} },
    });
    assert.ok(unknown.status === 200 && unknown.body.receipt);
    assert.equal(unknown.body.receipt.installationId, undefined);
  });

  test('numbers from SDKs count as strings, and invalid optional fields are ignored', async () => {
    const project = await newProject();
    const phone = iphone();
    await tap(phone, project, await newLink(project));
    const { id } = await install(project, { installationId: '4711' });
    const headers = { 'x-svc-client': 'sdk-ios', 'x-forwarded-for': phone.address };
    const body = {
      fingerprint: { ...phone.fingerprint, systemVersion: 18.5, model: { name: 'iPhone' } },
      installationId: 4711,
      clickId: { none: true },
      clipboard: 'x'.repeat(5000),
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- wrong on purpose
    const reply = await appKey(project, headers)(matchDeferred, { body: body as never });
    assert.ok(reply.status === 200, JSON.stringify(reply.body));
    assert.equal(reply.body.receipt?.installationId, id);
    const verdicts = reply.body.receipt?.candidates[0]?.signals ?? [];
    const osMajor = verdicts.find(({ signal }) => signal === 'osMajor');
    assert.deepEqual([osMajor?.verdict, osMajor?.open], ['agrees', '18']);
  });

  test("an SDK's invalid times are ignored, and its referrer still names the click", async () => {
    const project = await newProject();
    const referrer = `click_id=${await tap(pixel(), project, await newLink(project))}`;
    const { clientId } = await install(project);
    const installReferrer = {
      referrer,
      clickTimestampSeconds: -1,
      installBeginTimestampSeconds: '1700000000',
      clickTimestampServerSeconds: 1.7e12,
      installVersion: 240,
      surprise: true,
    };
    const body = { fingerprint: {}, installationId: clientId, installReferrer };
    const call = appKey(project, { 'x-svc-client': 'sdk-android' });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- wrong on purpose
    const reply = await call(matchDeferred, { body: body as never });
    assert.ok(reply.status === 200, JSON.stringify(reply.body));
    assert.equal(reply.body.matchType, 'deterministic');
    assert.deepEqual(reply.body.receipt?.referrers?.play, {
      referrer,
      installBeginTimestampSeconds: 1_700_000_000,
      installVersion: '240',
    });
  });

  test('a referrer after the click id may be of any length', async () => {
    const project = await newProject();
    const phone = pixel();
    const clickId = await tap(phone, project, await newLink(project));
    const reply = await appKey(project, { 'x-svc-client': 'sdk-android' })(matchDeferred, {
      body: { fingerprint: {}, clickId: `${clickId}%26gclid%3D${'x'.repeat(2000)}` },
    });
    assert.equal(reply.status === 200 && reply.body.matchType, 'deterministic');
  });
});

describe('matchDeferred errors', () => {
  test('400: invalid fields of a direct client, named in the message', async () => {
    const project = await anyProject();
    const call = appKey(project, { 'x-svc-client': 'api-direct' });
    for (const [body, words] of [
      [{}, /fingerprint/],
      [{ fingerprint: { os: 7 } }, /fingerprint/],
      [{ fingerprint: {}, surprise: 1 }, /surprise/],
      [
        { fingerprint: {}, clickId: 'x'.repeat(LIMITS.telemetryLength + 1) },
        /clickId must be at most \d+ characters/,
      ],
      [{ fingerprint: {}, installReferrer: 5 }, /installReferrer must be an object or a string/],
      [{ fingerprint: {}, installReferrer: '' }, /installReferrer must not be empty/],
      [{ fingerprint: {}, installReferrer: {} }, /installReferrer.referrer is required/],
      [
        // Milliseconds.
        { fingerprint: {}, installReferrer: { referrer: 'x', clickTimestampSeconds: 1.7e12 } },
        /installReferrer.clickTimestampSeconds must be \d+ or less/,
      ],
      [
        { fingerprint: {}, installReferrer: { referrer: 'x', clicked: 1 } },
        /installReferrer.clicked is not a known property/,
      ],
    ] as const) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- wrong on purpose
      const reply = await call(matchDeferred, { body: body as never });
      assert.equal(reply.status, 400);
      assert.match(JSON.stringify(reply.body), words);
    }
  });

  test('401: without a key, with an invalid key, or with a token of another project', async () => {
    const project = await anyProject();
    const body = { fingerprint: {} };
    assert.equal((await (await anonymous())(matchDeferred, { body })).status, 401);
    assert.equal(
      (await appKey(project, { 'x-app-key': 'fl_live_x' })(matchDeferred, { body })).status,
      401,
    );
    const foreign = await install(await newProject());
    const headers = { 'x-installation-token': foreign.token ?? '' };
    assert.equal((await appKey(project, headers)(matchDeferred, { body })).status, 401);
  });

  test('413: a body that is too large', async () => {
    const project = await anyProject();
    const fingerprint = { os: 'ios', filler: 'x'.repeat(LIMITS.bodyBytes) };
    const reply = await appKey(project)(matchDeferred, { body: { fingerprint } });
    assert.equal(reply.status, 413);
  });
});
