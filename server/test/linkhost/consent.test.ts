import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { member, newLink, newProject } from '../support/callers/personas.ts';
import { askMatch, iphone, pixel, tap } from '../support/callers/phones.ts';
import { USER_AGENTS, visit } from '../support/callers/request.ts';
import { DESTINATIONS, newLinkTo, newPhoneProject } from './phoneProject.ts';

type Project = Awaited<ReturnType<typeof newProject>>;

async function settingsOf(project: Project, body: object) {
  const params = { projectId: project.project.id };
  const reply = await member(project)(operations.updateProject, { params, body });
  assert.equal(reply.status, 200);
  return reply.body;
}

function signalsKept(project: Project) {
  return project.server.app.db
    .selectFrom('click_signals')
    .selectAll()
    .where('project_id', '=', project.project.id)
    .execute();
}

describe('matching with consent only', () => {
  test('the setting takes booleans and words; answers keep the booleans of existing clients', async () => {
    const project = await newProject();
    for (const [sent, answered] of [
      [false, false],
      ['on', true],
      ['consent', 'consent'],
      [true, true],
      ['off', false],
      ['consent', 'consent'],
    ] as const) {
      const body = { probabilisticMatching: sent };
      assert.equal((await settingsOf(project, body)).probabilisticMatching, answered);
    }
    // A change of anything else leaves it as it is.
    const other = await settingsOf(project, { matchingWindowMinutes: 30 });
    assert.equal(other.probabilisticMatching, 'consent');
    const { db } = project.server.app;
    const row = await db
      .selectFrom('projects')
      .select('probabilistic_matching')
      .where('id', '=', project.project.id)
      .executeTakeFirstOrThrow();
    assert.equal(row.probabilistic_matching, false, 'An earlier release collects nothing');
  });

  test('400: any other word', async () => {
    const project = await newProject();
    const reply = await member(project)(operations.updateProject, {
      params: { projectId: project.project.id },
      body: { probabilisticMatching: 'sometimes' as never },
    });
    assert.equal(reply.status, 400);
    assert.match(JSON.stringify(reply.body), /probabilisticMatching/);
  });

  test('no page reports signals and no click keeps any; what names a click still matches', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, DESTINATIONS);
    await tap(pixel(), project, link);
    await project.server.app.ledger.loaded();
    assert.equal((await signalsKept(project)).length, 1, 'Signals are kept before the change');
    await settingsOf(project, { probabilisticMatching: 'consent' });
    const phone = pixel();
    const clickId = await tap(phone, project, link);
    const { text } = await visit(project.host, `/${link.slug}`, USER_AGENTS.android);
    assert.match(text, /id="open"/);
    assert.doesNotMatch(text, /data-signals/);
    await project.server.app.ledger.loaded();
    assert.equal((await signalsKept(project)).length, 1);
    const bySignals = await askMatch(phone, project);
    assert.deepEqual([bySignals.data, bySignals.receipt.reason], [null, 'no_consent']);
    assert.equal(bySignals.receipt.clicksSeen, null);
    const named = await askMatch(phone, project, { clickId });
    assert.equal(named.matchType, 'deterministic');
  });

  test('a copied link matches an iPhone of which nothing is kept', async () => {
    const project = await newProject();
    await settingsOf(project, { probabilisticMatching: 'consent' });
    const link = await newLink(project);
    const clickId = await tap(iphone(), project, link);
    const clipboard = `${link.shortUrl}?_lc=${clickId}`;
    assert.equal((await askMatch(iphone(), project, { clipboard })).matchType, 'deterministic');
  });
});
