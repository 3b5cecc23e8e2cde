import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { findOpeningInstallation } from '#apps/attribution/findOpeningInstallation.ts';
import { matchInstall } from '#apps/attribution/matching/matchInstall.ts';
import { recordAppOpen } from '#apps/attribution/recordAppOpen.ts';
import { givenOf, WRITE_ATTRIBUTIONS } from '#apps/attribution/writeAttributions.ts';
import { askAll } from '#platform/db/groupCalls.ts';
import { addMember } from '#teams/projects/members/addMember.ts';
import { anonymous, anyProject, appKey, member, newLink } from '../support/callers/personas.ts';
import { newProject, statsOf, type TestProject } from '../support/callers/personas.ts';
import { askMatch, install, iphone, tap } from '../support/callers/phones.ts';
import { untilSomebodyWaits } from '../support/untilSomebodyWaits.ts';

const { eraseInstallation } = operations;

function erase(project: TestProject, installationId: string, by = project) {
  const params = { projectId: project.project.id, installationId };
  return member(by)(eraseInstallation, { params });
}

describe('eraseInstallation 200', () => {
  test("deletes the record and everything that names it, but keeps the links' totals", async () => {
    const project = await newProject();
    const { app } = project.server;
    const link = await newLink(project, { allowQueryPassthrough: true });
    const phone = iphone();
    const clickId = await tap(phone, project, link, '?invite=ann');
    const { clientId, id, token } = await install(project, { deviceModel: 'iPhone16,2' });
    const { data } = await askMatch(phone, project, { installationId: clientId });
    const context = { 'x-installation-token': token ?? '' };
    await appKey(project, context)(operations.resolveLink, {
      query: { url: data?.deepLink ?? '' },
    });
    assert.equal((await erase(project, clientId)).status, 200);

    for (const [table, column] of [
      ['installations', 'id'],
      ['sessions', 'installation_id'],
      ['attribution_receipts', 'installation_id'],
      ['attribution_facts', 'installation_id'],
      ['opens', 'installation_id'],
      ['recent_opens', 'installation_id'],
    ] as const) {
      const left = await app.db.selectFrom(table).selectAll().where(column, '=', id).execute();
      assert.deepEqual(left, [], table);
    }
    for (const table of ['click_signals', 'click_queries'] as const) {
      const left = await app.db
        .selectFrom(table)
        .selectAll()
        .where('click_id', '=', clickId)
        .execute();
      assert.deepEqual(left, [], table);
    }
    const click = await app.db
      .selectFrom('clicks')
      .select('visitor')
      .where('id', '=', clickId)
      .executeTakeFirst();
    assert.deepEqual(click, { visitor: null });
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'target_id'])
      .where('project_id', '=', project.project.id)
      .execute();
    assert.deepEqual(entries, [{ action: 'installation.erased', target_id: id }]);
    const stats = await statsOf(project, link.id);
    assert.deepEqual([stats.clicks, stats.installs, stats.attributedClicks], [1, 1, 1]);
    const after = await appKey(project, context)(operations.matchDeferred, {
      body: { fingerprint: {} },
    });
    assert.equal(after.status, 401);
  });
});

describe('eraseInstallation concurrent with credits', () => {
  /** The record, as a request read it that is still under way when the installation is erased. */
  async function openerOf(project: TestProject, name: string) {
    const opener = await findOpeningInstallation(project.server.app.db, project.project, name);
    assert.ok(opener);
    return opener;
  }

  async function openOf(project: TestProject, name: string, clickId: string) {
    const { id, slug } = await newLink(project);
    const { key } = await project.server.app.db
      .selectFrom('links')
      .select('key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const opener = await openerOf(project, name);
    return { link: { id, slug, key }, clickId, opener, at: new Date() };
  }

  test('an open or match that finishes later is credited without naming the installation', async () => {
    const project = await newProject();
    const { app } = project.server;
    const phone = iphone();
    const link = await newLink(project);
    const [clickId, named] = [await tap(phone, project, link), await tap(iphone(), project, link)];
    const { clientId, id } = await install(project);
    const opener = await openerOf(project, id);
    const open = await openOf(project, clientId, clickId);
    assert.equal((await erase(project, clientId)).status, 200);
    assert.equal(await recordAppOpen(app, project.project, open), 'install');
    const first = {
      at: new Date(),
      opener,
      os: null,
      signals: { osMajor: null, model: null, screen: null, timeZone: null, language: null },
      addressHashes: [],
      referrers: {},
      meta: null,
      named: { method: 'clickId', clickId: named } as const,
    };
    const matched = await matchInstall(app, project.project, first);
    assert.equal(matched.matched?.clickId, named);
    const unmatched = await matchInstall(app, project.project, { ...first, named: null });
    assert.equal(unmatched.receipt.reason, 'system_unknown');
    for (const table of ['attribution_facts', 'attribution_receipts'] as const) {
      const rows = await app.db
        .selectFrom(table)
        .select('installation_id')
        .where('project_id', '=', project.project.id)
        .execute();
      assert.ok(rows.length >= 3, table);
      assert.deepEqual(new Set(rows.map((row) => row.installation_id)), new Set([null]), table);
    }
  });

  test('a credit in progress is waited for, and its click is cleared too', async () => {
    const project = await newProject();
    const { db } = project.server.app;
    const clickId = await tap(iphone(), project, await newLink(project));
    const { clientId } = await install(project);
    const open = await openOf(project, clientId, clickId);
    const { pending } = await db.transaction().execute(async (tx) => {
      const credited = givenOf(project.project, {
        installationId: open.opener.id,
        delivers: false,
        click: { clickId, linkKey: open.link.key, clickedAt: open.at },
        credit: { kind: 'install', at: open.at },
      });
      await askAll(tx, WRITE_ATTRIBUTIONS, [credited]);
      const pending = erase(project, clientId);
      // Until it waits for our lock, or is through because it does not.
      await Promise.race([pending, untilSomebodyWaits(db)]);
      return { pending };
    });
    assert.equal((await pending).status, 200);
    const click = await db
      .selectFrom('clicks')
      .select('visitor')
      .where('id', '=', clickId)
      .executeTakeFirst();
    assert.deepEqual(click, { visitor: null });
  });
});

describe('eraseInstallation errors', () => {
  test('400: an id that no installation can have', async () => {
    assert.equal((await erase(await anyProject(), 'x'.repeat(256))).status, 400);
  });

  test('401: without a session', async () => {
    const project = await anyProject();
    const params = { projectId: project.project.id, installationId: 'x' };
    assert.equal((await (await anonymous('/api/v1'))(eraseInstallation, { params })).status, 401);
  });

  test('403: as a viewer', async () => {
    const [project, viewer] = [await newProject(), await newProject()];
    const { db } = project.server.app;
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', viewer.userEmail)
      .executeTakeFirstOrThrow();
    await addMember(db, project.project, user, 'viewer');
    const { clientId } = await install(project);
    assert.equal((await erase(project, clientId, viewer)).status, 403);
    assert.equal((await erase(project, clientId)).status, 200);
  });

  test('404: an unknown installation, or one of another project', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const { clientId, id } = await install(other);
    for (const name of [randomUUID(), clientId, id]) {
      assert.equal((await erase(project, name)).status, 404);
    }
    assert.equal((await erase(other, id)).status, 200);
    assert.equal((await erase(other, id)).status, 404);
  });
});
