import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { newId } from '#platform/lib/uuid.ts';
import {
  anonymous,
  member,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf } from '../support/callers/person.ts';
import { askMatch, install, pixel } from '../support/callers/phones.ts';
import { USER_AGENTS, visit } from '../support/callers/request.ts';
import { newPhoneProject } from './phoneProject.ts';

const { getDomainFirebase, listDomains, listProjectLinks, removeDomain } = operations;
const { resolveLink, setDomainFirebase, restoreProjectLinks } = operations;

async function domainOf(project: TestProject) {
  const params = { projectId: project.project.id };
  const { domains } = bodyOf(await member(project)(listDomains, { params }), 200);
  return { ...params, domainId: domains[0]!.id };
}

/** A project whose domain speaks Firebase. */
async function newFirebaseProject(allowedHosts?: readonly string[]) {
  const project = await newPhoneProject();
  const params = await domainOf(project);
  const body = { enabled: true, ...(allowedHosts && { allowedHosts: [...allowedHosts] }) };
  bodyOf(await member(project)(setDomainFirebase, { params, body }), 200);
  const read = async () => bodyOf(await member(project)(getDomainFirebase, { params }), 200);
  return { project, params, read, open: createOpener(project) };
}

function createOpener(project: TestProject) {
  return (path: string, agent: string = USER_AGENTS.desktop) => visit(project.host, path, agent);
}

const shop = encodeURIComponent('https://shop.example/p/7?x=1');
const APP = 'apn=com.example.books&ibi=com.example.books&isi=123456789';

/** Rule: firebase. */
describe('Firebase long links on a domain', () => {
  test('are answered for allowed hosts and counted by host and campaign', async () => {
    const { open, read } = await newFirebaseProject(['shop.example', '*.Brand.example']);
    const first = await open(`/?link=${shop}&${APP}&utm_campaign=spring`);
    assert.equal(first.status, 302);
    assert.equal(first.headers.location, 'https://shop.example/p/7?x=1');
    assert.equal((await open(`/promo/?link=${shop}&utm_campaign=spring`)).status, 302);
    assert.equal((await open(`/promo?link=${shop}`)).status, 302);
    const brand = encodeURIComponent('https://en.brand.example/');
    assert.equal((await open(`/?link=${brand}`)).status, 302);
    const preview = await open(`/?link=${shop}&st=Title&sd=Words`, USER_AGENTS.facebook);
    assert.match(preview.text, /og:title" content="Title"/);
    const { longLinks } = await read();
    assert.deepEqual(
      longLinks.map(({ host, campaign, clicks }) => [host, campaign, clicks]),
      [
        ['shop.example', 'spring', 2],
        ['en.brand.example', '', 1],
        ['shop.example', '', 1],
      ],
    );
    assert.ok(longLinks.every(({ lastClickedAt }) => lastClickedAt !== null));
  });

  test("may lead where the project's links lead if no hosts are listed", async () => {
    const { project, open, read } = await newFirebaseProject();
    await newLink(project, { fallbackUrl: 'https://Shop.example:443/a', iosUrl: 'exapp://x' });
    project.server.app.lookups.invalidateAll();
    assert.equal((await open(`/?link=${shop}`)).status, 302);
    const elsewhere = encodeURIComponent('https://elsewhere.example/');
    assert.equal((await open(`/?link=${elsewhere}`)).status, 404);
    const { allowedHosts, effectiveHosts } = await read();
    assert.deepEqual(
      { allowedHosts, effectiveHosts },
      { allowedHosts: [], effectiveHosts: ['shop.example'] },
    );
  });

  test('are refused for other hosts and for the domain itself, without counting', async () => {
    const { project, open, read } = await newFirebaseProject(['shop.example']);
    const own = encodeURIComponent(`https://${project.host}/x`);
    for (const path of [`/?link=https%3A%2F%2Fevil.example`, `/?link=${own}`, '/', '/?apn=a']) {
      assert.equal((await open(path)).status, 404, path);
    }
    assert.deepEqual((await read()).longLinks, []);
  });

  test('give precedence to stored links, and show the flow page with d=1', async () => {
    const { project, open, read } = await newFirebaseProject(['shop.example']);
    await newLink(project, { slug: 'kept', fallbackUrl: 'https://example.com/kept' });
    assert.equal((await open(`/kept?link=${shop}`)).headers.location, 'https://example.com/kept');
    for (const path of ['/kept?d=1', `/?link=${shop}&${APP}&d=1`]) {
      const flow = await open(path);
      assert.equal(flow.status, 200);
      assert.match(flow.text, /iPhone/);
      // A long link is all query, and has no such switch.
      assert.doesNotMatch(flow.text, /Pass on parameters added by visitors/);
    }
    assert.equal(
      (await read()).longLinks.reduce((sum, { clicks }) => sum + clicks, 0),
      0,
    );
  });

  test('open the iOS app through the launch page, else lead to the App Store', async () => {
    const { open } = await newFirebaseProject(['shop.example']);
    const first = await open(`/?link=${shop}&${APP}`, USER_AGENTS.iphone);
    const launch = new URL(first.headers.location ?? '');
    const page = await visit(launch.hostname, launch.pathname + launch.search, USER_AGENTS.iphone);
    assert.equal(page.status, 200);
    const [, href = ''] = /href="([^"]*ulhop=1[^"]*)"/.exec(page.text) ?? [];
    const back = new URL(href.replaceAll('&amp;', '&'));
    assert.equal(back.searchParams.get('link'), 'https://shop.example/p/7?x=1');
    const hop = await open(back.pathname + back.search, USER_AGENTS.iphone);
    assert.equal(hop.headers.location, 'https://apps.apple.com/app/id123456789');
  });

  test('are resolved by the app, with deep link and campaign as parameters', async () => {
    const { project, open, read } = await newFirebaseProject(['shop.example']);
    const url = `https://${project.host}/?link=${shop}&${APP}&utm_campaign=spring`;
    const reply = await (await anonymous())(resolveLink, { query: { url } });
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body.parameters, {
      link: 'https://shop.example/p/7?x=1',
      utm_campaign: 'spring',
    });
    // The click that opened the app is the one that was counted before.
    const page = await open(`/?link=${shop}&${APP}&utm_campaign=spring`, USER_AGENTS.android);
    const [, click = ''] = /_lc=([0-9a-f-]{36})/.exec(page.text) ?? [];
    await (
      await anonymous()
    )(resolveLink, { query: { url: `${url}&_lc=${click}` } });
    assert.equal((await read()).longLinks[0]?.clicks, 2);
    const evil = `https://${project.host}/?link=https%3A%2F%2Fevil.example`;
    assert.equal((await (await anonymous())(resolveLink, { query: { url: evil } })).status, 404);
  });

  test('deliver the deep link after an install', async () => {
    const { project, open } = await newFirebaseProject(['shop.example']);
    const page = await open(`/?link=${shop}&${APP}`, USER_AGENTS.android);
    const [, clickId = ''] =
      /click_id%253D([0-9a-f-]{36})|_lc=([0-9a-f-]{36})/.exec(page.text) ?? [];
    const id = clickId || (/_lc=([0-9a-f-]{36})/.exec(page.text)?.[1] ?? '');
    const { clientId } = await install(project);
    const match = await askMatch(pixel(), project, { clickId: id, installationId: clientId });
    assert.equal(match.matchType, 'deterministic');
    const reply = await (
      await anonymous()
    )(resolveLink, {
      query: { url: match.data?.deepLink ?? '' },
    });
    assert.equal(reply.status, 200);
    assert.equal(reply.body.parameters?.['link'], 'https://shop.example/p/7?x=1');
  });

  test('create no links that are listed, limited, restorable or block removing the domain', async () => {
    const { project, params, open } = await newFirebaseProject(['shop.example']);
    await open(`/?link=${shop}`);
    const call = member(project);
    const { projectId } = params;
    const { links } = bodyOf(await call(listProjectLinks, { params: { projectId } }), 200);
    assert.deepEqual(links, []);
    const hidden = await project.server.app.db
      .selectFrom('links')
      .select('id')
      .where('project_id', '=', projectId)
      .execute();
    assert.equal(hidden.length, 1);
    const ids = hidden.map(({ id }) => id);
    const restored = await call(restoreProjectLinks, { params: { projectId }, body: { ids } });
    assert.deepEqual(bodyOf(restored, 200), { restored: 0, refused: [] });
    bodyOf(await call(removeDomain, { params }), 200);
  });

  test('are counted together beyond a thousand campaigns', async () => {
    const { project, params, open, read } = await newFirebaseProject(['shop.example']);
    const { db } = project.server.app;
    await open(`/?link=${shop}`);
    const { link_id } = await db
      .selectFrom('long_links')
      .select('link_id')
      .where('domain_id', '=', params.domainId)
      .executeTakeFirstOrThrow();
    const made = await db
      .insertInto('links')
      .values(
        Array.from({ length: 999 }, () => ({
          id: newId(),
          project_id: params.projectId,
          domain_id: params.domainId,
          type: 'dynamic' as const,
          slug: '',
          deleted_at: new Date(),
        })),
      )
      .returning('id')
      .execute();
    assert.ok(link_id);
    await db
      .insertInto('long_links')
      .values(
        made.map(({ id }, at) => ({
          domain_id: params.domainId,
          host: 'shop.example',
          campaign: `c${at}`,
          link_id: id,
        })),
      )
      .execute();
    for (const campaign of ['new', 'newer']) await open(`/?link=${shop}&utm_campaign=${campaign}`);
    const [most] = (await read()).longLinks;
    assert.deepEqual([most?.host, most?.campaign, most?.clicks], ['(other)', '', 2]);
  });

  test('are a 404 unless switched on', async () => {
    const project = await newPhoneProject();
    await newLink(project, { slug: 'x' });
    assert.equal((await visit(project.host, `/?link=${shop}`)).status, 404);
    assert.equal((await visit(project.host, '/x?d=1')).status, 302);
  });
});

describe('setDomainFirebase and getDomainFirebase', () => {
  test('200: switches long links on and off at once', async () => {
    const { project, params, open, read } = await newFirebaseProject(['shop.example']);
    assert.equal((await open(`/?link=${shop}`)).status, 302);
    const off = await member(project)(setDomainFirebase, { params, body: { enabled: false } });
    assert.equal(bodyOf(off, 200).firebase, null);
    assert.equal((await open(`/?link=${shop}`)).status, 404);
    assert.equal((await read()).enabled, false);
  });

  test('400: an invalid host or id', async () => {
    const { project, params } = await newFirebaseProject();
    for (const host of ['https://shop.example', '*', '*.', 'a b.example', 'shop.example/x']) {
      const body = { enabled: true, allowedHosts: [host] };
      const reply = await member(project)(setDomainFirebase, { params, body });
      assert.equal(reply.status, 400, host);
    }
    const params2 = { ...params, domainId: 'x' };
    assert.equal((await member(project)(getDomainFirebase, { params: params2 })).status, 400);
  });

  test('401: without a session; 403: changing as a viewer; 404: an unknown domain', async () => {
    const { project, params } = await newFirebaseProject();
    const body = { enabled: false };
    const nobody = await anonymous('/api/v1');
    assert.equal((await nobody(setDomainFirebase, { params, body })).status, 401);
    assert.equal((await nobody(getDomainFirebase, { params })).status, 401);
    const viewer = await newPerson({ project, role: 'viewer' });
    assert.equal((await viewer.call(setDomainFirebase, { params, body })).status, 403);
    assert.equal((await viewer.call(getDomainFirebase, { params })).status, 200);
    const none = { ...params, domainId: newId() };
    const owner = await ownerOf(project);
    assert.equal((await owner.call(setDomainFirebase, { params: none, body })).status, 404);
    assert.equal((await owner.call(getDomainFirebase, { params: none })).status, 404);
    const other = await ownerOf(await newProject());
    assert.equal((await other.call(getDomainFirebase, { params })).status, 404);
  });
});
