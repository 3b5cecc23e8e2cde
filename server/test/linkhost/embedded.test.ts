import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newLink, newProject, statsOf, type TestProject } from '../support/callers/personas.ts';
import { askMatch, iphone, pixel } from '../support/callers/phones.ts';
import { send, USER_AGENTS, visit } from '../support/callers/request.ts';
import { DESTINATIONS, newLinkTo, newPhoneProject } from './phoneProject.ts';

const IMAGE = { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' };
const FRAME = { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' };
const FETCH = { 'sec-fetch-mode': 'cors' };
const NAVIGATION = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };

async function rowsOf({ server }: TestProject, linkId: string) {
  await server.app.ledger.loaded();
  return server.app.db
    .selectFrom('clicks')
    .innerJoin('links', 'links.key', 'clicks.link_key')
    .leftJoin('click_terms', 'click_terms.code', 'clicks.app')
    .leftJoin('click_signals', 'click_signals.click_id', 'clicks.id')
    .leftJoin('click_queries', 'click_queries.click_id', 'clicks.id')
    .select(['clicks.kind', 'click_terms.term as app', 'click_signals.os', 'click_queries.query'])
    .where('links.id', '=', linkId)
    .execute();
}

describe('links embedded in pages (Rule: visitors)', () => {
  for (const [name, headers] of Object.entries({ IMAGE, FRAME, FETCH })) {
    test(`${name}: counts as a bot named embedded, without signals or forwarded parameters`, async () => {
      const project = await newProject();
      const link = await newLink(project, { allowQueryPassthrough: true });
      const reply = await visit(project.host, `/${link.slug}?a=1`, USER_AGENTS.iphone, headers);
      assert.equal(reply.status, 302);
      const { clicks, bots } = await statsOf(project, link.id);
      assert.deepEqual({ clicks, bots }, { clicks: 0, bots: 1 });
      assert.deepEqual(await rowsOf(project, link.id), [
        { kind: 3, app: 'embedded', os: null, query: null },
      ]);
    });
  }

  test('navigations and requests without Sec-Fetch headers count as clicks', async () => {
    const project = await newProject();
    const link = await newLink(project);
    for (const headers of [NAVIGATION, {}]) {
      await visit(project.host, `/${link.slug}`, USER_AGENTS.iphone, headers);
    }
    const { clicks, bots } = await statsOf(project, link.id);
    assert.deepEqual({ clicks, bots }, { clicks: 2, bots: 0 });
  });

  test('an embedded request wins no install, by signals or by click id', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const [apple, android] = [iphone(), pixel()];
    for (const phone of [apple, android]) {
      const headers = { ...IMAGE, 'x-forwarded-for': phone.address };
      const reply = await visit(project.host, `/${link.slug}`, phone.userAgent, headers);
      const bySignals = await askMatch(phone, project);
      assert.deepEqual(bySignals.receipt.reason, 'no_click_from_this_address');
      const clickId = String(reply.headers['x-request-id']);
      assert.equal((await askMatch(phone, project, { clickId })).data, null);
    }
    const { installs, attributedClicks } = await statsOf(project, link.id);
    assert.deepEqual({ installs, attributedClicks }, { installs: 0, attributedClicks: 0 });
  });

  test('framed launch and app-opening pages report no signals', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, DESTINATIONS);
    const redirect = await visit(project.host, `/${link.slug}`, USER_AGENTS.iphone, NAVIGATION);
    const { hostname, pathname, search } = new URL(String(redirect.headers.location));
    const launch = (headers: Record<string, string>) =>
      visit(hostname, pathname + search, USER_AGENTS.iphone, headers);
    assert.match((await launch(NAVIGATION)).text, /\/_s\//);
    assert.doesNotMatch((await launch(FRAME)).text, /\/_s\//);
    const framed = await visit(project.host, `/${link.slug}`, USER_AGENTS.android, FRAME);
    assert.doesNotMatch(framed.text, /\/_s\//);
    assert.equal((await statsOf(project, link.id)).clicks, 1);
  });

  test('QR images and association files are not counted as visits', async () => {
    const project = await newProject();
    const link = await newLink(project);
    for (const path of [
      `/${link.slug}/qr.svg`,
      `/${link.slug}/qr.png`,
      '/.well-known/assetlinks.json',
    ]) {
      for (const headers of [IMAGE, NAVIGATION]) {
        const reply = await send({ path, headers: { host: project.host, ...headers } });
        assert.equal(reply.status, 200, path);
      }
    }
    const { clicks, bots } = await statsOf(project, link.id);
    assert.deepEqual({ clicks, bots }, { clicks: 0, bots: 0 });
  });
});
