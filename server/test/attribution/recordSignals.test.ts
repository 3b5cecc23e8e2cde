import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { recordSignals, type ReportedSignals } from '#apps/attribution/matching/recordSignals.ts';
import { newId, timeOfId } from '#platform/lib/uuid.ts';
import { findProject } from '#teams/projects/findProject.ts';
import { newLink, newProject } from '../support/callers/personas.ts';
import { clickOn } from '../support/callers/population.ts';
import { askMatch, iphone, tap } from '../support/callers/phones.ts';

async function report(reported: Omit<ReportedSignals, 'clickId'>) {
  const project = await newProject();
  const phone = iphone();
  const clickId = await tap(phone, project, await newLink(project));
  const { ledger, db } = project.server.app;
  await recordSignals(ledger, { clickId, ...reported });
  await ledger.loaded();
  const row = await db
    .selectFrom('click_reports')
    .select(['screen', 'time_zone', 'language', 'touches'])
    .where('click_id', '=', clickId)
    .executeTakeFirstOrThrow();
  return { project, phone, clickId, ledger, row };
}

suite('recordSignals', () => {
  test('normalizes what the page reports', async () => {
    const { row } = await report({
      screen: '932x430',
      timeZone: 'Asia/Calcutta',
      language: 'hi_IN',
      touchPoints: 5,
    });
    assert.deepEqual([row.screen, row.language, row.touches], ['430x932', 'hi-in', true]);
    assert.match(row.time_zone ?? '', /^Asia\/(?:Calcutta|Kolkata)$/);
  });

  test('keeps known values when later ones are missing or invalid', async () => {
    const { project, phone, clickId, ledger, row } = await report({
      screen: 'big',
      timeZone: 'Mars',
      language: '',
    });
    assert.deepEqual([row.screen, row.time_zone, row.language], [null, null, null]);
    await recordSignals(ledger, { clickId, screen: '430x932', timeZone: 'Europe/Vienna' });
    await recordSignals(ledger, { clickId, language: 'de-AT' });
    const { receipt } = await askMatch(phone, project);
    const { signals } = receipt.candidates.find((each) => each.chosen)!;
    const agreeing = signals.filter(({ verdict }) => verdict === 'agrees');
    assert.ok(
      ['screen', 'timeZone', 'language'].every((name) =>
        agreeing.some(({ signal }) => signal === name),
      ),
      JSON.stringify(signals),
    );
  });

  test('works even if the report is stored before its click, as from another journal', async () => {
    const project = await newProject();
    const phone = iphone();
    const { app } = project.server;
    const link = await newLink(project);
    const clickId = newId();
    await recordSignals(app.ledger, { clickId, screen: '430x932', touchPoints: 5 });
    await app.ledger.loaded();
    const key = await app.db
      .selectFrom('links')
      .select('key')
      .where('slug', '=', link.slug)
      .where('project_id', '=', project.project.id)
      .executeTakeFirstOrThrow();
    const loaded = (await findProject(app.db, project.project.id))!;
    const signals = {
      projectId: loaded.id,
      addressHash: app.hashAddress(loaded, phone.address, Date.now())!,
      os: null,
      osMajor: null,
      model: null,
      language: null,
    };
    await app.ledger.record(
      clickOn(
        { key: key.key, projectId: loaded.id },
        { id: clickId, at: timeOfId(clickId), signals },
      ),
    );
    const { receipt } = await askMatch(phone, project);
    assert.deepEqual(
      receipt.candidates.map((each) => each.clickId),
      [clickId],
    );
    assert.ok(receipt.candidates[0]!.signals.some(({ signal }) => signal === 'screen'));
  });

  test('ignores unknown clicks and used ones', async () => {
    const { project, phone, clickId, ledger } = await report({});
    await recordSignals(ledger, { clickId: newId(), screen: '390x844' });
    await recordSignals(ledger, { clickId: "x' or true --" });
    assert.equal((await askMatch(phone, project)).receipt.credited?.clickId, clickId);
    await recordSignals(ledger, { clickId, screen: '430x932' });
    assert.equal((await askMatch(phone, project)).receipt.credited, null);
  });
});
