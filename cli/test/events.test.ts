import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newLink } from '../../server/test/support/callers/personas.ts';
import { installBy, newEvent, recordAll } from '../../server/test/events/callers.ts';
import { connect } from './connectMcp.ts';
import { runFairlead } from './runFairlead.ts';
import { signIn } from './signedIn.ts';

suite('events in the command line and MCP', () => {
  test('numbers, cohorts, funnel and receipt are tables, or JSON, or tools', async () => {
    await using me = await signIn();
    const { project } = me;
    const link = await newLink(project, { name: 'Poster' });
    const installationId = await installBy(project, link);
    const revenue = { amount: 1234, currency: 'EUR' };
    const sale = newEvent({ installationId, revenue });
    await recordAll(project, [
      newEvent({ installationId, name: 'view', at: new Date(Date.now() - 60_000).toISOString() }),
      sale,
    ]);
    const { out } = await me.run('events', '--by', 'link');
    assert.match(out, /Revenue +12\.34 EUR/);
    assert.match(out, /Poster +2 +1 +12\.34 EUR +100\.0 %/);
    const cohorts = await me.run('events', 'cohorts', '--link', link.id);
    assert.match(cohorts.out, /COHORT +INSTALLS +DAY 0/);
    const steps = ['--step', 'view', '--step', 'purchase'];
    assert.match((await me.run('events', 'funnel', ...steps)).out, /purchase +1 +100\.0 %/);
    assert.match((await me.run('events', 'receipt', sale.eventId)).out, /By the install +Poster/);
    for (const [argv, said] of [
      [['events', '--by', 'colour'], /--by is one of/],
      [['events', 'funnel', '--step', 'view'], /at least two/],
      [['events', 'funnel', ...steps, '--hours', '0'], /whole number/],
    ] as const) {
      const refused = await me.run(...argv);
      assert.equal(refused.status, 2);
      assert.match(refused.err, said);
    }
    await using assistant = await connect(me.env);
    const { use } = assistant;
    const { total } = await use<{ total: { revenue: unknown } }>('event_numbers', { by: 'link' });
    assert.deepEqual(total.revenue, [{ currency: 'EUR', amount: 1234, saidByApps: 0, people: 1 }]);
    assert.equal((await use<{ cohorts: unknown[] }>('cohorts')).cohorts.length, 1);
    const funnel = await use<{ steps: { people: number }[] }>('funnel', {
      steps: ['view', 'purchase'],
    });
    assert.deepEqual(
      funnel.steps.map(({ people }) => people),
      [1, 1],
    );
  });

  test('events are deleted after a preview and a yes, and brought back', async () => {
    await using me = await signIn();
    const revenue = { amount: 1234, currency: 'EUR' };
    await recordAll(me.project, [newEvent({ revenue }), newEvent({ name: 'sign-up' })]);
    const [from, to] = [-3_600_000, 3_600_000].map((offset) =>
      new Date(Date.now() + offset).toISOString(),
    );
    const range = ['--from', from!, '--to', to!];
    const left = async () => (await me.run('events')).out;
    const dry = await me.run('events', 'delete', ...range, '--said-by', 'server', '--dry-run');
    assert.match(dry.out, /Events +2[^]*server: 2[^]*12\.34 EUR[^]*Nothing was deleted/);
    const unasked = await me.run('events', 'delete', ...range);
    assert.equal(unasked.status, 2);
    assert.match(unasked.err, /Delete 2 events \(0 of them tests, 12\.34 EUR\)\?.*--yes/);
    assert.match(await left(), /purchase +1/);
    const named = await me.run('events', 'delete', ...range, '--name', 'purchase', '--yes');
    const [, undo] = /fairlead events undelete (\S+)/.exec(named.out) ?? [];
    assert.ok(undo, named.out);
    assert.doesNotMatch(await left(), /purchase/);
    assert.match((await me.run('events', 'undelete', undo)).out, /count again/);
    assert.match(await left(), /purchase +1/);
    assert.match((await me.run('events', 'undelete', undo)).err, /no such deletion/);
  });

  test('costs are stored from a file, or none of them', async () => {
    await using me = await signIn();
    const day = new Date().toISOString().slice(0, 10);
    const head = 'day,campaign,currency,amount';
    const store = (rows: string) =>
      runFairlead(['events', 'costs', '-'], me.env, '/nowhere', `${head}\n${rows}`);
    const bad = await store(`${day},spring,EUR,1\n${day},spring,EUR,x\n`);
    assert.equal(bad.status, 1);
    assert.match(bad.err, /Nothing was stored[^]*Row 3/);
    const good = await store(`${day},spring,EUR,12.50\n`);
    assert.match(good.out, /Stored 1 costs/);
    assert.match(
      (await me.run('events', '--by', 'campaign')).out,
      /spring +0 +0 +12\.50 EUR +0\.00 EUR/,
    );
    const missing = await me.run('events', 'costs', '/nowhere.csv');
    assert.match(missing.err, /nowhere/);
  });
});
