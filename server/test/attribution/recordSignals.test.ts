import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { recordSignals, type ReportedSignals } from '../../src/attribution/recordSignals.ts';
import { newId } from '../../src/lib/uuid.ts';
import { newLink, newProject } from '../support/personas.ts';
import { askMatch, iphone, tap } from '../support/phones.ts';

async function report(reported: Omit<ReportedSignals, 'clickId'>) {
  const project = await newProject();
  const phone = iphone();
  const clickId = await tap(phone, project, await newLink(project));
  const { pool, db } = project.server.app;
  const taken = await recordSignals(pool, { clickId, ...reported });
  const row = await db
    .selectFrom('click_signals')
    .select(['screen', 'time_zone', 'language', 'os', 'model'])
    .where('click_id', '=', clickId)
    .executeTakeFirstOrThrow();
  return { project, phone, clickId, pool, taken, row };
}

suite('what a page reports of its phone', () => {
  test('is added to the signals of its click, in one form', async () => {
    const { taken, row } = await report({
      screen: '932x430',
      timeZone: 'Asia/Calcutta',
      language: 'hi_IN',
      touchPoints: 5,
    });
    assert.equal(taken, true);
    assert.deepEqual([row.screen, row.language, row.os], ['430x932', 'hi-in', 'ios']);
    assert.match(row.time_zone ?? '', /^Asia\/(?:Calcutta|Kolkata)$/);
  });

  test('leaves what was known where it is missing or nonsense', async () => {
    const { taken, row } = await report({ screen: 'big', timeZone: 'Mars', language: '' });
    assert.equal(taken, true);
    assert.deepEqual([row.screen, row.time_zone, row.language], [null, null, 'de-AT']);
  });

  test('is passed over for unknown clicks and spent ones', async () => {
    const { project, phone, clickId, pool } = await report({});
    assert.equal(await recordSignals(pool, { clickId: newId(), screen: '390x844' }), false);
    assert.equal(await recordSignals(pool, { clickId: "x' or true --" }), false);
    assert.equal((await askMatch(phone, project)).receipt.credited?.clickId, clickId);
    assert.equal(await recordSignals(pool, { clickId, screen: '390x844' }), false);
  });
});
