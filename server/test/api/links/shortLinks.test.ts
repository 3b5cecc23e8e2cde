import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import {
  anyProject,
  appKey,
  newLink,
  newProject,
  type TestProject,
} from '../../support/callers/personas.ts';
import { send, USER_AGENTS, visit } from '../../support/callers/request.ts';
import { useSmallPlans } from '../../support/callers/smallPlans.ts';
import { newPhoneProject } from '../../linkhost/phoneProject.ts';

const { createShortLink, exchangeShortLink, getLinkById, listLinks } = operations;

/** As scripts call it: the key in the query, and nothing but JSON in the body. */
async function post(project: TestProject | null, path: string, body: unknown, base = '/v1') {
  const key = project === null ? '' : `?key=${project.appKey}`;
  const reply = await send({
    method: 'POST',
    path: `${base}${path}${key}`,
    headers: { host: 'api.test:3000', 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: reply.status, body: JSON.parse(reply.text) as Record<string, never> };
}

const infoOf = (project: TestProject, prefix = '') => ({
  domainUriPrefix: `https://${project.host}${prefix}`,
  link: 'https://shop.example/p/7',
  androidInfo: { androidPackageName: 'com.example.books', androidMinPackageVersionCode: '12' },
  iosInfo: { iosBundleId: 'com.example.books', iosAppStoreId: '123456789' },
  analyticsInfo: { googlePlayAnalytics: { utmCampaign: 'spring' } },
  socialMetaTagInfo: { socialTitle: 'Sale', socialImageLink: 'https://shop.example/i.png' },
  somethingElse: 1,
});

describe('createShortLink', () => {
  test("200: returns a working link in the format of Firebase's API", async () => {
    const project = await newPhoneProject();
    const reply = await post(project, '/shortLinks', {
      dynamicLinkInfo: infoOf(project),
      suffix: { option: 'SHORT' },
    });
    assert.equal(reply.status, 200);
    const { shortLink = '', previewLink, warning } = reply.body as Record<string, string>;
    assert.match(shortLink, new RegExp(`^http://${project.host}:3000/[1-9A-Za-z]{7}$`));
    assert.equal(previewLink, `${shortLink}?d=1`);
    assert.deepEqual(warning, []);
    const { pathname } = new URL(shortLink);
    assert.equal(
      (await visit(project.host, pathname)).headers.location,
      'https://shop.example/p/7',
    );
    const preview = await visit(project.host, pathname, USER_AGENTS.facebook);
    assert.match(preview.text, /og:title" content="Sale"/);
    const page = await appKey(project)(listLinks, {});
    assert.equal(page.status, 200);
    const [link] = page.body.links;
    assert.equal(link?.iosFallbackUrl, 'https://apps.apple.com/app/id123456789');
    assert.equal(
      link?.androidFallbackUrl,
      'https://play.google.com/store/apps/details?id=com.example.books',
    );
    assert.deepEqual(link?.parameters, {
      link: 'https://shop.example/p/7',
      amv: '12',
      utm_campaign: 'spring',
    });
  });

  test('200: the same long link gets the same short link, in either request form', async () => {
    const project = await newPhoneProject();
    const long = `https://${project.host}/?link=https%3A%2F%2Fshop.example%2F&apn=com.example.books`;
    const first = await post(project, '/shortLinks', { longDynamicLink: long });
    const again = await post(project, '/shortLinks', {
      dynamicLinkInfo: {
        dynamicLinkDomain: project.host,
        link: 'https://shop.example/',
        androidInfo: { androidPackageName: 'com.example.books' },
      },
    });
    const short = await post(project, '/shortLinks', {
      longDynamicLink: long,
      suffix: { option: 'SHORT' },
    });
    assert.deepEqual(again.body, first.body);
    assert.notEqual(short.body['shortLink'], first.body['shortLink']);
    assert.match(first.body['shortLink'] ?? '', /\/[0-9A-Za-z]{17}$/);
  });

  test("200: keeps the prefix's path and the forced redirect, and warns about the rest", async () => {
    const project = await newPhoneProject();
    const reply = await post(
      project,
      '/shortLinks',
      {
        dynamicLinkInfo: {
          ...infoOf(project, '/links/'),
          androidInfo: { androidPackageName: 'com.another.app' },
          iosInfo: { iosBundleId: 'com.another.app', iosIpadBundleId: 'com.example.pad' },
          navigationInfo: { enableForcedRedirect: true },
        },
      },
      '',
    );
    const { shortLink, warning } = reply.body as unknown as {
      shortLink: string;
      warning: { warningCode: string; warningMessage: string }[];
    };
    assert.match(new URL(shortLink).pathname, /^\/links\/[0-9A-Za-z]{17}$/);
    assert.deepEqual(
      warning.map(({ warningCode }) => warningCode),
      ['NOT_IN_PROJECT_ANDROID_PACKAGE_NAME', 'NOT_IN_PROJECT_IOS_BUNDLE_ID', 'DEPRECATED_PARAM'],
    );
    const page = await appKey(project)(listLinks, {});
    assert.equal(page.status, 200);
    const id = page.body.links[0]?.id ?? '';
    const link = await appKey(project)(getLinkById, { params: { id } });
    assert.equal(link.status === 200 && link.body.iosSocialBreakout, false);
  });

  test("errors use Google's format and name the field", async () => {
    const project = await newProject();
    const refused = [
      [{}, 400, /domainUriPrefix/],
      [
        { dynamicLinkInfo: { domainUriPrefix: `https://${project.host}` } },
        400,
        /link is required/,
      ],
      [{ longDynamicLink: 'https://x.example/a' }, 400, /longDynamicLink/],
      [{ longDynamicLink: 5 }, 400, /longDynamicLink/],
      ['{"a":', 400, /JSON/],
      [{ dynamicLinkInfo: { ...infoOf(project), link: 'javascript:x' } }, 400, /fallbackUrl/],
      [
        { dynamicLinkInfo: { ...infoOf(project), domainUriPrefix: 'https://not.ours' } },
        404,
        /not a/,
      ],
      [{ longDynamicLink: 'x'.repeat(LIMITS.bodyBytes) }, 413, /larger than \d+ KB/],
    ] as const;
    for (const [body, status, words] of refused) {
      const reply = await post(project, '/shortLinks', body);
      assert.equal(reply.status, status, JSON.stringify(reply.body));
      const { error } = reply.body as unknown as {
        error: { code: number; message: string; status: string };
      };
      assert.equal(error.code, status);
      assert.match(error.message, words);
      assert.equal(error.status, status === 404 ? 'NOT_FOUND' : 'INVALID_ARGUMENT');
    }
    const keyless = await post(null, '/shortLinks', {});
    assert.equal(keyless.status, 401);
    assert.deepEqual(keyless.body, {
      error: { code: 401, message: 'API key is required', status: 'UNAUTHENTICATED' },
    });
  });

  test("403: the plan's limit of links is reached", async () => {
    const project = await newProject({ plan: 'small' }, await useSmallPlans());
    for (let made = 0; made < 10; made += 1) await newLink(project);
    const body = { dynamicLinkInfo: infoOf(project) };
    const reply = await appKey(project)(createShortLink, { body });
    assert.equal(reply.status, 403);
    assert.match(JSON.stringify(reply.body), /"PERMISSION_DENIED"/);
  });
});

describe('exchangeShortLink', () => {
  test('200: returns the long link of a short one', async () => {
    const project = await newPhoneProject();
    const { body } = await post(project, '/shortLinks', { dynamicLinkInfo: infoOf(project) });
    const reply = await post(project, '/exchangeShortLink', { requestedLink: body['shortLink'] });
    assert.equal(reply.status, 200);
    const long = new URL(reply.body['longLink'] ?? '');
    assert.equal(long.host, `${project.host}:3000`);
    assert.deepEqual(Object.fromEntries(long.searchParams), {
      link: 'https://shop.example/p/7',
      apn: 'com.example.books',
      amv: '12',
      ibi: 'com.example.books',
      isi: '123456789',
      st: 'Sale',
      si: 'https://shop.example/i.png',
      utm_campaign: 'spring',
    });
  });

  test('404: unknown links and those of other projects', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const link = await newLink(other);
    for (const requestedLink of [link.shortUrl, `https://${project.host}/none`, 'nonsense']) {
      const reply = await appKey(project)(exchangeShortLink, { body: { requestedLink } });
      assert.equal(reply.status, 404, requestedLink);
    }
  });

  test('400: without a link; 401: without a key; 413: a body of 300 KB', async () => {
    const project = await anyProject();
    assert.equal((await post(project, '/exchangeShortLink', {})).status, 400);
    assert.equal((await post(null, '/exchangeShortLink', { requestedLink: 'x' })).status, 401);
    const large = { requestedLink: 'x'.repeat(300_000) };
    assert.equal((await post(project, '/exchangeShortLink', large)).status, 413);
  });
});
