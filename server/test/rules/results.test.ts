import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { UpdateLinkRequest } from '@fairlead/contract/operations/linkManagement';
import { insertAppKey } from '#teams/appKeys/insertAppKey.ts';
import { getLink } from '#links/finding/findLink.ts';
import type { Click } from '#visits/clicks/facts/Click.ts';
import { bodyOf } from '../support/callers/person.ts';
import {
  anonymous,
  anyProject,
  appKey,
  member,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { clickOn } from '../support/callers/population.ts';
import { visit } from '../support/callers/request.ts';

const { getLinkResults, updateLink } = operations;
const HOUR = 3_600_000;

const EXPERIMENT: UpdateLinkRequest = {
  rules: [
    { name: 'Germany', when: { country: ['DE'] }, to: { fallbackUrl: 'https://example.com/de' } },
  ],
  variants: [
    { name: 'A', share: 50, to: {} },
    { name: 'B', share: 50, to: { fallbackUrl: 'https://example.com/b' } },
  ],
};

async function newExperiment(change = EXPERIMENT) {
  const project = await newProject();
  const link = await newLink(project);
  bodyOf(await appKey(project)(updateLink, { params: { id: link.id }, body: change }), 200);
  const { key, projectId } = await getLink(project.server.app.db, project.project, link.id);
  return { project, link, key, projectId };
}
type Made = Awaited<ReturnType<typeof newExperiment>>;

async function read({ project, link }: Made, query: Parameters<typeof ask>[2] = {}) {
  return bodyOf(await ask(project, link.id, query), 200);
}

function ask(
  project: TestProject,
  id: string,
  query: { from?: string; to?: string; by?: 'opens' | 'installs' },
) {
  return appKey(project)(getLinkResults, { params: { id }, query });
}

/** As many people on a route, so many of whom opened the app, twice each. */
async function sow(
  { project: { server }, key, projectId }: Made,
  route: string | null,
  people: number,
  openers: number,
) {
  const { app } = server;
  const clicks: Click[] = [];
  for (let person = 0; person < people; person += 1) {
    const seen = { route, visitor: `${route?.length ?? 0}${person}`.padStart(9, '1') };
    const opened = person < openers;
    clicks.push(clickOn({ key, projectId }, { ...seen, opened }));
    if (opened) clicks.push(clickOn({ key, projectId }, { ...seen, opened }));
  }
  await Promise.all(clicks.map((click) => app.ledger.record(click)));
  return clicks;
}

async function credit({ project, key }: Made, clicks: readonly Click[]) {
  await project.server.app.db
    .insertInto('attribution_facts')
    .values(
      clicks.map(({ id, at }) => ({
        click_id: id,
        kind: 'install' as const,
        link_key: key,
        at: new Date(at),
        project_id: project.project.id,
      })),
    )
    .execute();
}

describe('getLinkResults 200', () => {
  test('counts clicks, people, opens and installs by rule, variant and the link itself', async () => {
    const made = await newExperiment();
    const clicks = await sow(made, 'rule Germany', 5, 2);
    await sow(made, 'variant B', 3, 1);
    await sow(made, 'rule Former', 2, 0);
    await sow(made, null, 4, 0);
    // Two installs of one person, and one of a visitor who is not known.
    await credit(made, clicks.slice(0, 2));
    const nobody = clickOn(made, { route: 'rule Germany', visitor: null, opened: true });
    await made.project.server.app.ledger.record(nobody);
    await credit(made, [nobody]);
    const { routes, by, changedAt, from } = await read(made);
    const none = { clicks: 0, people: 0, opens: 0, openers: 0, installs: 0, installers: 0 };
    assert.deepEqual(routes, [
      {
        kind: 'rule',
        name: 'Germany',
        current: true,
        clicks: 8,
        people: 5,
        opens: 5,
        openers: 2,
        installs: 3,
        installers: 1,
      },
      { kind: 'variant', name: 'A', current: true, ...none },
      {
        kind: 'variant',
        name: 'B',
        current: true,
        ...none,
        clicks: 4,
        people: 3,
        opens: 2,
        openers: 1,
      },
      { kind: 'link', name: null, current: true, ...none, clicks: 4, people: 4 },
      { kind: 'rule', name: 'Former', current: false, ...none, clicks: 2, people: 2 },
    ]);
    assert.equal(by, 'opens');
    assert.equal(from, changedAt);
  });

  test('judges the experiment by people who opened or installed: first the shares, then a difference', async () => {
    const made = await newExperiment();
    const few = (await read(made)).experiment;
    assert.equal(few?.state, 'tooFew');
    assert.deepEqual(
      few?.arms.map(({ rate }) => rate),
      [null, null],
    );
    const clicks = await sow(made, 'variant A', 1000, 100);
    await sow(made, 'variant B', 1000, 300);
    const { experiment } = await read(made);
    assert.deepEqual(
      [experiment?.sampleRatio.state, experiment?.state, experiment?.winner],
      ['ok', 'difference', 'B'],
    );
    const [a, b] = experiment?.arms ?? [];
    assert.deepEqual(
      [a?.share, a?.people, a?.conversions, a?.rate, a?.lift],
      [50, 1000, 100, 0.1, null],
    );
    assert.ok(Math.abs((b?.lift ?? 0) - 2) < 1e-9);
    assert.ok(b?.interval && b.interval[0] > 0 && b.interval[1] < 0.4 && b.interval[0] < 0.2);
    await credit(made, clicks.slice(0, 40));
    const installs = (await read(made, { by: 'installs' })).experiment;
    assert.deepEqual(
      installs?.arms.map(({ conversions }) => conversions),
      [20, 0],
    );
    await sow(made, 'variant B', 2000, 300);
    const uneven = (await read(made)).experiment;
    assert.deepEqual(
      [uneven?.sampleRatio.state, uneven?.state, uneven?.winner],
      ['failing', 'withheld', null],
    );
  });

  test('begins at the last change of rules or variants, and between the bounds that are given', async () => {
    const made = await newExperiment();
    const { project, link } = made;
    const host = new URL(link.shortUrl).host;
    await visit(host, `/${link.slug}`);
    const first = await read(made);
    assert.equal(clicksIn(first), 1);
    const rename = { name: 'Autumn' };
    bodyOf(await appKey(project)(updateLink, { params: { id: link.id }, body: rename }), 200);
    assert.equal((await read(made)).changedAt, first.changedAt);
    bodyOf(
      await appKey(project)(updateLink, { params: { id: link.id }, body: { rules: null } }),
      200,
    );
    const later = await read(made);
    assert.equal(clicksIn(later), 0);
    assert.ok(
      later.changedAt !== null && first.changedAt !== null && later.changedAt > first.changedAt,
    );
    const at = (offset: number) => new Date(Date.now() + offset).toISOString();
    assert.equal(clicksIn(await read(made, { from: at(-HOUR) })), 1);
    assert.equal(clicksIn(await read(made, { from: at(HOUR), to: at(-HOUR) })), 1);
    assert.equal(clicksIn(await read(made, { to: at(-HOUR) })), 0);
  });

  test('a link without rules has its own numbers and no experiment, also for members', async () => {
    const project = await newProject();
    const link = await newLink(project);
    await visit(new URL(link.shortUrl).host, `/${link.slug}`);
    const reply = await member(project, '/v1')(getLinkResults, {
      params: { id: link.id },
      query: {},
    });
    const body = bodyOf(reply, 200);
    assert.deepEqual([body.changedAt, body.experiment], [null, null]);
    assert.deepEqual(
      body.routes.map(({ kind, clicks }) => [kind, clicks]),
      [['link', 1]],
    );
  });
});

function clicksIn({ routes }: { readonly routes: readonly { readonly clicks: number }[] }): number {
  return routes.reduce((sum, { clicks }) => sum + clicks, 0);
}

describe('getLinkResults errors', () => {
  test('400, 401, 403 and 404 say why', async () => {
    const project = await newProject();
    const { id } = await newLink(project);
    const bad = await ask(project, id, { from: 'yesterday' });
    assert.equal(bad.status, 400);
    assert.match(JSON.stringify(bad.body), /from must be an ISO 8601 time/);
    const asked = { params: { id }, query: {} };
    assert.equal((await (await anonymous())(getLinkResults, asked)).status, 401);
    const key = await insertAppKey(project.server.app.db, project.project, {
      name: 'App',
      class: 'publishable',
    });
    const app = await anonymous('/v1', { 'x-app-key': key.text });
    assert.equal((await app(getLinkResults, asked)).status, 403);
    const foreign = await newLink(await anyProject());
    assert.equal((await ask(project, foreign.id, {})).status, 404);
  });
});
