import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { LIMITS } from '@fairlead/contract/limits';
import { RATE_LIMITS } from '@fairlead/contract/rateLimits';
import { bodyOf, ownerOf } from '../support/callers/person.ts';
import { appKey, member, newLink, newProject, statsOf } from '../support/callers/personas.ts';
import type { TestProject } from '../support/callers/personas.ts';
import { askMatch, install, iphone, pixel, tap } from '../support/callers/phones.ts';
import { startServer } from '../support/useServer.ts';

const { createTestCode, endTestCode, listTestCodes, matchDeferred, resolveLink } = operations;
const { getReceipt, listInstallations, listLinkReceipts, listAuditEntries } = operations;

async function newCode(project: TestProject, linkId: string) {
  const params = { projectId: project.project.id, linkId };
  return bodyOf(await member(project)(createTestCode, { params }), 201);
}

async function listed(project: TestProject) {
  const params = { projectId: project.project.id };
  return bodyOf(await member(project)(listTestCodes, { params }), 200).testCodes;
}

function match(project: TestProject, testCode: string, headers: Record<string, string> = {}) {
  return appKey(project, headers)(matchDeferred, { body: { fingerprint: {}, testCode } });
}

async function countsOf(project: TestProject, linkId: string) {
  const { clicks, opens, installs, returningUsers, attributedClicks } = await statsOf(
    project,
    linkId,
  );
  return [clicks, opens, installs, returningUsers, attributedClicks];
}

describe('a test code', () => {
  test('gives its link to any number of phones, and nothing is counted but its uses', async () => {
    const project = await newProject();
    const link = await newLink(project, { parameters: { screen: 'sale' } });
    const { testCode, text } = await newCode(project, link.id);
    for (const phone of [iphone(), pixel()]) {
      // A click that would match is left for the phone that made it.
      const other = await newLink(project);
      const clickId = await tap(phone, project, other);
      const { clientId, token } = await install(project);
      const asked = { installationId: clientId, clickId, testCode: text };
      const reply = await askMatch(phone, project, asked);
      assert.deepEqual([reply.matchType, reply.test], ['deterministic', true]);
      const resolved = await appKey(project, { 'x-installation-token': token })(resolveLink, {
        query: { url: reply.data?.deepLink ?? '' },
      });
      assert.ok(resolved.status === 200);
      assert.deepEqual(
        [resolved.body.slug, resolved.body.parameters],
        [link.slug, { screen: 'sale' }],
      );
      assert.deepEqual(await countsOf(project, other.id), [1, 0, 0, 0, 0]);
      assert.equal((await askMatch(phone, project, { clickId })).matchType, 'deterministic');
    }
    assert.deepEqual(await countsOf(project, link.id), [0, 0, 0, 0, 0]);
    assert.deepEqual(await listed(project), [{ ...testCode, uses: 2 }]);
  });

  test('is named in the receipt and the list of installations, never among those of its link', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { text } = await newCode(project, link.id);
    const { clientId, id } = await install(project);
    await askMatch(iphone(), project, { installationId: clientId, testCode: text });
    const params = { projectId: project.project.id, installationId: clientId, linkId: link.id };
    const receipt = bodyOf(await member(project)(getReceipt, { params }), 200);
    assert.deepEqual(
      [receipt.reason, receipt.matchType, receipt.credited, receipt.delivered, receipt.methods],
      ['test', null, null, null, [{ method: 'testCode', outcome: 'matched', reason: 'matched' }]],
    );
    assert.deepEqual(receipt.test, { linkId: link.id, slug: link.slug });
    assert.match(receipt.summary, /^This is a test: /);
    const { receipts } = bodyOf(await member(project)(listLinkReceipts, { params }), 200);
    assert.deepEqual(receipts, []);
    const { installations } = bodyOf(await member(project)(listInstallations, { params }), 200);
    assert.deepEqual(
      installations.map((each) => [each.id, each.match]),
      [[id, 'test']],
    );
  });

  test('makes an installation that nothing is credited to afterwards', async () => {
    const project = await newProject();
    const [link, other] = [await newLink(project), await newLink(project)];
    const { text } = await newCode(project, link.id);
    const before = await tap(iphone(), project, other);
    const { clientId, token } = await install(project);
    await askMatch(iphone(), project, { installationId: clientId, testCode: text });
    const after = await tap(iphone(), project, other);
    for (const clickId of [before, after]) {
      const url = `${other.shortUrl}?_lc=${clickId}`;
      await appKey(project, { 'x-installation-token': token })(resolveLink, { query: { url } });
    }
    const [, , ...credits] = await countsOf(project, other.id);
    assert.deepEqual(credits, [0, 0, 0]);
    const { data, receipt } = await askMatch(pixel(), project, {
      installationId: clientId,
      clickId: await tap(pixel(), project, other),
    });
    assert.deepEqual([data, receipt.reason], [null, 'installation_matched']);
  });

  test('leaves the receipt of a real install as it is', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { text } = await newCode(project, link.id);
    const clickId = await tap(pixel(), project, link);
    const { clientId } = await install(project);
    await askMatch(pixel(), project, { installationId: clientId, clickId });
    const reply = await askMatch(pixel(), project, { installationId: clientId, testCode: text });
    assert.equal(reply.receipt.reason, 'test');
    const params = { projectId: project.project.id, installationId: clientId };
    assert.equal(bodyOf(await member(project)(getReceipt, { params }), 200).reason, 'matched');
    assert.deepEqual(await countsOf(project, link.id), [1, 0, 1, 0, 1]);
  });

  test('may be typed in lower case, without hyphens and with letters that look like digits', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { text } = await newCode(project, link.id);
    assert.match(text, /^(?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
    for (const typed of [
      text.toLowerCase(),
      ` ${text.replaceAll('-', ' ')} `,
      text.replaceAll('0', 'o').replaceAll('1', 'l'),
    ]) {
      assert.equal((await match(project, typed)).status, 200, typed);
    }
  });

  test('400: one that has ended, never was, is of another project or of a deleted link', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const [link, gone] = [await newLink(project), await newLink(project)];
    const ended = await newCode(project, link.id);
    const ofDeleted = await newCode(project, gone.id);
    const params = { projectId: project.project.id, testCodeId: ended.testCode.id };
    bodyOf(await member(project)(endTestCode, { params }), 200);
    await appKey(project)(operations.deleteLink, { params: { id: gone.id } });
    const old = await newCode(project, link.id);
    await project.server.app.db
      .updateTable('test_codes')
      .set({ ends_at: new Date(Date.now() - 1000) })
      .where('id', '=', old.testCode.id)
      .execute();
    assert.deepEqual(await listed(project), []);
    const foreign = await newCode(other, (await newLink(other)).id);
    for (const { text } of [ended, ofDeleted, old, foreign, { text: 'ABCD-EFGH-JKMN' }]) {
      const { clientId } = await install(project);
      const reply = await appKey(project)(matchDeferred, {
        body: { fingerprint: {}, installationId: clientId, testCode: text },
      });
      assert.equal(reply.status, 400);
      assert.match(JSON.stringify(reply.body), /testCode has ended or never was a test code/);
      const about = { projectId: project.project.id, installationId: clientId };
      assert.equal((await member(project)(getReceipt, { params: about })).status, 404);
    }
  });

  test('429: too many wrong ones; right ones do not count', async () => {
    const project = await newProject({}, await startServer({ RATE_LIMITS: 'on' }));
    const { text } = await newCode(project, (await newLink(project)).id);
    const here = { 'x-forwarded-for': '198.51.100.41' };
    for (let tries = 0; tries < RATE_LIMITS.testCode.requests; tries += 1) {
      assert.equal((await match(project, text, here)).status, 200);
      assert.equal((await match(project, 'wrong', here)).status, 400);
    }
    const refused = await match(project, text, here);
    assert.equal(refused.status, 429);
    assert.match(JSON.stringify(refused.body), /wrong test codes/);
    assert.equal((await match(project, text, { 'x-forwarded-for': '198.51.100.42' })).status, 200);
  });

  test('is stored as a hash, shown once and audited', async () => {
    const project = await newProject();
    const owner = await ownerOf(project);
    const link = await newLink(project);
    const { testCode, text } = await newCode(project, link.id);
    const hours = (Date.parse(testCode.endsAt) - Date.parse(testCode.createdAt)) / 3_600_000;
    assert.equal(hours, LIMITS.testCodeHours);
    const params = { projectId: project.project.id, testCodeId: testCode.id };
    bodyOf(await owner.call(endTestCode, { params }), 200);
    assert.equal((await owner.call(endTestCode, { params })).status, 404);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    const ofCodes = entries.filter(({ action }) => action.startsWith('test_code.'));
    assert.deepEqual(
      ofCodes.map(({ action, target }) => [action, target.name]),
      [
        ['test_code.ended', link.slug],
        ['test_code.created', link.slug],
      ],
    );
    const again = await newCode(project, link.id);
    const rows = await project.server.app.db.selectFrom('test_codes').selectAll().execute();
    const kept = JSON.stringify([rows, entries, await listed(project)]);
    assert.ok(![text, again.text].some((each) => kept.includes(each)));
  });
});

describe('createTestCode errors', () => {
  test('404: a link of another project, or none', async () => {
    const [project, other] = [await newProject(), await newProject()];
    for (const linkId of [(await newLink(other)).id, randomUUID()]) {
      const params = { projectId: project.project.id, linkId };
      assert.equal((await member(project)(createTestCode, { params })).status, 404);
    }
  });
});
