import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { UpdateProjectRequest } from '@fairlead/contract/operations/dashboard/projects';
import type { CreateLinkRequest } from '@fairlead/contract/resources';
import { insertAppKey } from '#teams/appKeys/insertAppKey.ts';
import {
  anonymous,
  member,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { publishableKey } from '../support/callers/publishableKey.ts';
import { send } from '../support/callers/request.ts';

// Rule: credentials 13.

const { createLink, updateProject, getProject } = operations;

async function set({ project, ...rest }: TestProject, body: UpdateProjectRequest) {
  const params = { projectId: project.id };
  const reply = await member({ project, ...rest })(updateProject, { params, body });
  assert.equal(reply.status, 200);
}

/** Creates a link as an app does; tells the status and, if it is refused, the message. */
async function makerOf(project: TestProject) {
  const call = await publishableKey(project);
  return async (fields: Partial<CreateLinkRequest>) => {
    const { status, body } = await call(createLink, { body: { type: 'unified', ...fields } });
    return { status, message: 'message' in body ? String(body.message) : '' };
  };
}

const EVIL = 'https://evil.example/login';

describe('links made with a publishable key', () => {
  test('lead to the hosts of the project, and in no field elsewhere', async () => {
    const project = await newProject({
      defaultUrl: 'https://www.shop.example/start',
      ios: { scheme: 'shop', teamId: 'TEAM123456', bundleId: 'com.example.shop', storeId: '11' },
      android: { packageName: 'com.example.shop' },
    });
    await newLink(project, { iosUrl: 'https://ios.example:8443/a' });
    // Of a store, a page alone.
    await newLink(project, { androidUrl: 'https://play.google.com/store/apps/details?id=com.a' });
    await set(project, { appLinkHosts: ['Partner.example', '*.cdn.example'] });
    const make = await makerOf(project);
    for (const fallbackUrl of [
      'https://www.shop.example/other',
      'http://ios.example/b?x=1',
      `https://${project.host}/anything`,
      'https://partner.example/',
      'https://eu.cdn.example/',
      'https://play.google.com/store/apps/details?id=com.example.shop',
      'https://play.google.com/store/apps/details?hl=de&id=com.example.shop',
      'https://apps.apple.com/app/id11',
      'https://apps.apple.com/de/app/shop/id11?mt=8',
      'itms-apps://itunes.apple.com/app/id11',
      'market://details?id=com.example.shop',
      'SHOP://product/7',
    ]) {
      const made = await make({ fallbackUrl });
      assert.equal(made.status, 201, `${fallbackUrl} ${made.message}`);
    }
    for (const field of [
      'fallbackUrl',
      'iosUrl',
      'androidUrl',
      'iosFallbackUrl',
      'androidFallbackUrl',
    ]) {
      const { status, message } = await make({ [field]: EVIL });
      assert.equal(status, 403, field);
      assert.match(message, new RegExp(`^${field} leads to evil.example.*"appLinkHosts"`));
    }
    for (const fallbackUrl of [
      'https://shop.example/',
      'https://cdn.example/',
      'https://www.shop.example.evil.example/',
      'https://www.shop.example@evil.example/',
      'https://play.google.com/store/apps/details?id=com.evil.app',
      'https://play.google.com/store/apps/details?id=com.example.shop&id=com.evil.app',
      'https://play.google.com/store/apps/dev?id=com.example.shop',
      'https://play.google.com/url?q=https%3A%2F%2Fevil.example',
      'https://apps.apple.com/app/id12',
      'https://apps.apple.com/app/id11/id12',
      'https://apps.apple.com/developer/id11',
      'market://details?id=com.evil.app',
      'market://search?q=com.example.shop&id=com.example.shop',
      'itms-apps://apps.apple.com/app/id12',
      'itms-apps://evil.example/app/id11',
      'whatsapp://send?text=x',
      'tel:+900123',
      'intent://x#Intent;scheme=shop;S.browser_fallback_url=https%3A%2F%2Fevil.example;end',
    ]) {
      assert.equal((await make({ fallbackUrl })).status, 403, fallbackUrl);
    }
  });

  test('may have no destination, a slug and preview texts of their own', async () => {
    const project = await newProject();
    const make = await makerOf(project);
    assert.equal((await make({ domain: project.host })).status, 201);
    const own = { slug: 'hello', metadata: { ogTitle: 'Hello' }, type: 'dynamic' } as const;
    assert.equal((await make(own)).status, 201);
  });

  test('do not make a host the project’s, but those made by people and secret keys do at once', async () => {
    const project = await newProject();
    const make = await makerOf(project);
    await set(project, { appLinks: 'any' });
    assert.equal((await make({ fallbackUrl: EVIL })).status, 201);
    await set(project, { appLinks: 'listed' });
    assert.equal((await make({ fallbackUrl: EVIL })).status, 403);
    await newLink(project, { fallbackUrl: 'https://new.example/' });
    assert.equal((await make({ fallbackUrl: 'https://new.example/b' })).status, 201);
    const params = { projectId: project.project.id };
    const body = { type: 'unified', fallbackUrl: 'https://person.example/' } as const;
    await member(project)(operations.createProjectLink, { params, body });
    assert.equal((await make({ iosUrl: 'https://person.example/' })).status, 201);
  });

  test('are refused altogether by "none", and lead anywhere by "any"', async () => {
    const project = await newProject();
    const make = await makerOf(project);
    const known = { externalId: 'known' };
    assert.equal((await make(known)).status, 201);
    await set(project, { appLinks: 'none' });
    const { status, message } = await make({});
    assert.equal(status, 403);
    assert.match(message, /"appLinks" is "none"/);
    // It creates nothing.
    assert.equal((await make(known)).status, 200);
    await newLink(project, { fallbackUrl: EVIL });
    await set(project, { appLinks: 'any' });
    assert.equal((await make({ fallbackUrl: 'https://any.example/' })).status, 201);
  });

  test('are judged alike where Firebase’s short links are created', async () => {
    const project = await newProject({ defaultUrl: 'https://shop.example/' });
    const { text } = await insertAppKey(project.server.app.db, project.project, {
      name: 'App',
      class: 'publishable',
    });
    const shorten = async (link: string) => {
      const long = `https://${project.host}/?link=${encodeURIComponent(link)}`;
      const { status } = await send({
        port: project.server.port,
        method: 'POST',
        path: `/v1/shortLinks?key=${text}`,
        headers: { host: 'api.test:3000', 'content-type': 'application/json' },
        body: JSON.stringify({ longDynamicLink: long }),
      });
      return status;
    };
    assert.equal(await shorten('https://shop.example/a'), 200);
    assert.equal(await shorten(EVIL), 403);
  });

  test('400 for a bad host in the list; settings are answered as they are', async () => {
    const project = await newProject();
    const params = { projectId: project.project.id };
    const call = member(project);
    for (const bad of ['https://shop.example', 'shop', 'a b.example', '*']) {
      const reply = await call(updateProject, { params, body: { appLinkHosts: [bad] } });
      assert.equal(reply.status, 400, bad);
      assert.match(JSON.stringify(reply.body), /appLinkHosts/);
    }
    const read = await call(getProject, { params });
    assert.ok(read.status === 200);
    assert.deepEqual([read.body.appLinks, read.body.appLinkHosts], ['listed', []]);
    const nobody = await (await anonymous())(createLink, { body: { type: 'unified' } });
    assert.equal(nobody.status, 401);
  });
});
