import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CreateLinkRequest } from '@fairlead/contract/resources';
import { newProject, statsOf, type TestProject } from '../support/callers/personas.ts';
import { type RawReply, send, USER_AGENTS, visit } from '../support/callers/request.ts';
import { DESTINATIONS, newLinkTo, newPhoneProject, setFlags } from './phoneProject.ts';

const INSTAGRAM =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 381.1.0.26.83 (iPhone15,2; iOS 18_5; en_US; en; scale=3.00; 1179x2556; 737297623)';
const MAX_PAGE_BYTES = 15 * 1024;
const LONG_URL = `https://example.com/${'x'.repeat(8000)}`;

interface PageOf {
  readonly name: string;
  readonly reply: (project: TestProject, input: CreateLinkRequest) => Promise<RawReply>;
}

/** Every page, and who gets it. */
const PAGES: readonly PageOf[] = [
  {
    name: 'launch',
    reply: async (project, input) => {
      const link = await newLinkTo(project, input);
      return followToLaunch(await visit(project.host, `/${link.slug}`, INSTAGRAM));
    },
  },
  {
    name: 'auto-open',
    reply: async (project, input) => {
      const link = await newLinkTo(project, input);
      await setFlags(project, link.id, { iosBrowserAutoOpen: true });
      return visit(project.host, `/${link.slug}`, USER_AGENTS.iphone);
    },
  },
  {
    name: 'Android',
    reply: async (project, input) =>
      visit(project.host, `/${(await newLinkTo(project, input)).slug}`, USER_AGENTS.android),
  },
  {
    name: 'desktop',
    reply: async (project, { name = '', metadata = {} }) => {
      const link = await newLinkTo(project, { type: 'dynamic', name, metadata });
      return visit(project.host, `/${link.slug}`);
    },
  },
  {
    name: 'preview',
    reply: async (project, input) =>
      visit(project.host, `/${(await newLinkTo(project, input)).slug}`, USER_AGENTS.facebook),
  },
  {
    name: 'flow',
    reply: async (project, input) =>
      visit(project.host, `/${(await newLinkTo(project, input)).slug}?debug=1`),
  },
  {
    name: 'nothing',
    reply: (project) => visit(project.host, '/nothing-of-this-name', USER_AGENTS.iphone),
  },
];

/** Follows the redirect to the launch domain, as a phone does. */
function followToLaunch(redirect: RawReply, userAgent = INSTAGRAM): Promise<RawReply> {
  assert.equal(redirect.status, 302);
  const { hostname, pathname, search } = new URL(String(redirect.headers.location));
  assert.equal(hostname, 'launch.localhost');
  return visit(hostname, pathname + search, userAgent);
}

/** Destinations stand in a page as they are, so theirs are as long as browsers commonly take. */
const LONG: CreateLinkRequest = {
  type: 'dynamic',
  fallbackUrl: LONG_URL,
  iosFallbackUrl: LONG_URL.slice(0, 2000),
  androidFallbackUrl: LONG_URL.slice(0, 2000),
  name: 'n'.repeat(255),
  metadata: Object.fromEntries(
    ['ogTitle', 'ogDescription', 'ogImage', 'ogUrl', 'twitterTitle', 'twitterImage'].map((key) => [
      key,
      /Image|Url/.test(key) ? `${LONG_URL.slice(0, 2000)}.png` : '"é本'.repeat(1000),
    ]),
  ),
};

describe('pages on link domains', () => {
  for (const { name, reply } of PAGES) {
    test(`${name}: is one document under 15 KB, whatever the link's texts`, async () => {
      const project = await newPhoneProject();
      for (const input of [DESTINATIONS, LONG]) {
        const { text, headers } = await reply(project, input);
        assert.match(String(headers['content-type']), /^text\/html; charset=utf-8$/);
        assert.ok(Buffer.byteLength(text) < MAX_PAGE_BYTES, `${Buffer.byteLength(text)}`);
        assert.equal(Number(headers['content-length']), Buffer.byteLength(text));
        const loads = [...text.matchAll(/<(?:script|img|link|iframe)[^>]*? (?:src|href)="([^"]*)/g)]
          .map((found) => found[1] ?? '')
          .filter((url) => !url.startsWith('data:'));
        // The one left is `rel=canonical` of the preview page, which nobody fetches.
        assert.ok(loads.length === 0 || (name === 'preview' && loads.length === 1), loads.join());
      }
    });

    test(`${name}: has a strict policy with a fresh nonce, forbids framing and is not cached`, async () => {
      const project = await newPhoneProject();
      const nonces = new Set<string>();
      for (let turn = 0; turn < 3; turn += 1) {
        const { text, headers } = await reply(project, DESTINATIONS);
        const policy = String(headers['content-security-policy']);
        const nonce = /script-src 'nonce-([\w-]{24})'/.exec(policy)?.[1] ?? '';
        nonces.add(nonce);
        assert.match(policy, /^default-src 'none'; /);
        for (const rule of ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]) {
          assert.ok(policy.includes(rule), rule);
        }
        assert.doesNotMatch(policy, /unsafe|\*|http/);
        for (const [, attributes] of text.matchAll(/<(?:script|style)([^>]*)>/g)) {
          assert.equal(attributes, ` nonce="${nonce}"`);
        }
        assert.doesNotMatch(text, / on[a-z]+=| style=/);
        assert.equal(headers['x-frame-options'], 'DENY');
        assert.equal(headers['referrer-policy'], 'no-referrer');
        assert.equal(headers['x-content-type-options'], 'nosniff');
        assert.equal(headers['cache-control'], 'private, no-store');
      }
      assert.equal(nonces.size, 3);
    });

    test(`${name}: answers HEAD without a body`, async () => {
      const project = await newPhoneProject();
      const path = name === 'flow' ? '?debug=1' : '';
      const link = await newLinkTo(project, DESTINATIONS);
      const reply = await send({
        method: 'HEAD',
        path: `/${link.slug}${path}`,
        headers: { host: project.host, 'user-agent': USER_AGENTS.android },
      });
      assert.equal(reply.status, 200);
      assert.equal(reply.text, '');
    });
  }

  for (const { name, reply } of PAGES.filter(({ name: page }) => !/flow|nothing/.test(page))) {
    test(`${name}: shows the customer's texts in their own direction`, async () => {
      const project = await newPhoneProject();
      const own = 'Gear for long days outside.';
      const metadata = { ogTitle: own, ogDescription: own };
      const { text } = await reply(project, { ...DESTINATIONS, name: own, metadata });
      const shown = [...text.matchAll(/<(h1|p)([^>]*)>Gear for long/g)];
      assert.notEqual(shown.length, 0);
      for (const [, , attributes] of shown) assert.equal(attributes, ' dir="auto"');
    });
  }
});

function buttonsOf(html: string) {
  return [...html.matchAll(/<a id="(\w+)" class="button[^>]* href="([^"]+)"[^>]*>([^<]+)/g)].map(
    ([, id, url, words]) => [id, url, words],
  );
}

describe('a fallback URL in an app store', () => {
  test('becomes the only download button', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, {
      type: 'dynamic',
      iosFallbackUrl: 'https://apps.apple.com/pt/app/bluebird/id123456789?ct=summer',
      androidFallbackUrl: 'https://play.google.com/store/apps/details?id=com.example.books',
    });
    const launch = await followToLaunch(await visit(project.host, `/${link.slug}`, INSTAGRAM));
    assert.deepEqual(buttonsOf(launch.text).slice(1), [
      ['store', 'https://apps.apple.com/pt/app/bluebird/id123456789?ct=summer', 'Download the app'],
    ]);
    const android = await visit(project.host, `/${link.slug}`, USER_AGENTS.android);
    const [, [id, url, words] = [], ...others] = buttonsOf(android.text);
    assert.deepEqual([id, words, others.length], ['next', 'Download the app', 0]);
    assert.match(url ?? '', /&amp;referrer=click_id%3D[\da-f-]{36}$/);
  });
});

describe('store button of the launch page (Rule: visitors)', () => {
  const ios = { teamId: 'TEAM123456', bundleId: 'com.example.books', scheme: 'bluebird' };
  const web = 'https://example.com/get';
  const rows = [
    [
      'leads to the App Store page of the project',
      { storeId: '123456789' },
      { iosFallbackUrl: web },
    ],
    [
      'else leads to the iOS fallback of the link',
      {},
      { iosFallbackUrl: web, fallbackUrl: `${web}/no` },
    ],
    ['else leads to the fallback of the link', {}, { fallbackUrl: web }],
  ] as const;
  for (const [name, store, input] of rows) {
    test(name, async () => {
      const project = await newPhoneProject({ ios: { ...ios, ...store } });
      const link = await newLinkTo(project, { type: 'dynamic', ...input });
      const launch = await followToLaunch(await visit(project.host, `/${link.slug}`, INSTAGRAM));
      const [, button, ...others] = buttonsOf(launch.text);
      const expected = 'storeId' in store ? 'https://apps.apple.com/app/id123456789' : web;
      assert.deepEqual(button, ['store', expected, 'Download the app']);
      const next = [['next', web, 'Continue in the browser']];
      assert.deepEqual(others, 'storeId' in store ? next : []);
    });
  }

  test("else leads to the project's default URL", async () => {
    const project = await newPhoneProject({ ios, defaultUrl: web });
    const link = await newLinkTo(project, { type: 'dynamic' });
    const launch = await followToLaunch(await visit(project.host, `/${link.slug}`, INSTAGRAM));
    assert.deepEqual(buttonsOf(launch.text)[1], ['store', web, 'Download the app']);
  });

  test('else leads to a page that says there is nothing here', async () => {
    const project = await newPhoneProject({ ios });
    const link = await newLinkTo(project, { type: 'dynamic' });
    const redirect = await visit(project.host, `/${link.slug}`, INSTAGRAM);
    const launch = await followToLaunch(redirect);
    const [, [id, to] = []] = buttonsOf(launch.text);
    assert.equal(id, 'store');
    const { hostname, pathname, search } = new URL(to ?? '', String(redirect.headers.location));
    assert.equal((await visit(hostname, pathname + search, INSTAGRAM)).status, 404);
  });
});

describe('launch domain', () => {
  test('a signature is valid for its own link only', async () => {
    const project = await newPhoneProject();
    const [one, two] = [
      await newLinkTo(project, DESTINATIONS),
      await newLinkTo(project, DESTINATIONS),
    ];
    const { headers } = await visit(project.host, `/${one.slug}`, INSTAGRAM);
    const { pathname, searchParams } = new URL(String(headers.location));
    const signed = String(searchParams.get('d'));
    const altered = `${signed.startsWith('A') ? 'B' : 'A'}${signed.slice(1)}`;
    for (const [path, d] of [
      [pathname.replace(one.slug, two.slug), signed],
      [pathname, altered],
      [pathname, ''],
      [pathname, 'x'.repeat(5000)],
      ['/no.such.host/x', signed],
      ['/', signed],
    ] as const) {
      const reply = await visit('launch.localhost', `${path}?d=${d}`, INSTAGRAM);
      assert.equal(reply.status, 404, path);
    }
  });

  test('visitors without an iPhone are redirected to the link', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, DESTINATIONS);
    const redirect = await visit(project.host, `/${link.slug}`, INSTAGRAM);
    const reply = await followToLaunch(redirect, USER_AGENTS.desktop);
    assert.equal(reply.status, 302);
    assert.equal(reply.headers.location, link.shortUrl);
  });

  test('forwarded parameters are kept for the app and for redirected visitors', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, { ...DESTINATIONS, allowQueryPassthrough: true });
    const path = `/${link.slug}?color=deep%20red&_nodl=0&__proto__=x`;
    const redirect = await visit(project.host, path, INSTAGRAM);
    const page = await followToLaunch(redirect);
    assert.match(page.text, /ulhop=1&amp;_lc=[\da-f-]{36}\.[\w-]{22}&amp;color=deep%20red"/);
    const back = await followToLaunch(redirect, USER_AGENTS.desktop);
    assert.equal(back.headers.location, `${link.shortUrl}?color=deep%20red`);
  });

  test('serves no dashboard, no API and no association files of a project', async () => {
    for (const path of ['/v1/health', '/openapi.json', '/dashboard']) {
      assert.equal((await visit('launch.localhost', path)).status, 404, path);
    }
    const file = await visit('launch.localhost', '/.well-known/apple-app-site-association');
    assert.deepEqual(JSON.parse(file.text), { applinks: { apps: [], details: [] } });
  });
});

describe('counting across pages', () => {
  async function clicksOf(project: TestProject, linkId: string): Promise<number> {
    return (await statsOf(project, linkId)).clicks;
  }

  test('a visit through the launch page and back counts as one click', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, DESTINATIONS);
    const page = await followToLaunch(await visit(project.host, `/${link.slug}`, INSTAGRAM));
    const open = /id="open"[^>]* href="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const { pathname, search } = new URL(open.replaceAll('&amp;', '&'));
    const back = await visit(project.host, pathname + search, INSTAGRAM);
    assert.equal(back.headers.location, 'http://elsewhere.example/ios');
    assert.equal(await clicksOf(project, link.id), 1);
  });

  test('a visitor sent back to the link on the same system counts once, and anyone else again', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, DESTINATIONS);
    await setFlags(project, link.id, { iosBrowserAutoOpen: true });
    const redirect = await visit(project.host, `/${link.slug}`, INSTAGRAM);
    const follow = async ({ status, headers }: RawReply, userAgent: string) => {
      assert.equal(status, 302);
      const { hostname, pathname, search } = new URL(String(headers.location));
      return visit(hostname, pathname + search, userAgent);
    };
    // "Open in Safari": the same URL, where the page is not needed.
    const inSafari = await followToLaunch(redirect, USER_AGENTS.iphone);
    assert.match(String(inSafari.headers.location), /\?_lc=[\da-f-]{36}\.[\w-]{22}$/);
    assert.equal((await follow(inSafari, USER_AGENTS.iphone)).status, 200);
    assert.equal(await clicksOf(project, link.id), 1);
    await follow(await followToLaunch(redirect, USER_AGENTS.android), USER_AGENTS.android);
    assert.equal(await clicksOf(project, link.id), 2);
  });

  test('a click reference of another link, or an invalid one, does not prevent counting', async () => {
    const project = await newPhoneProject();
    const [link, other] = [
      await newLinkTo(project, DESTINATIONS),
      await newLinkTo(project, DESTINATIONS),
    ];
    const page = await visit(project.host, `/${other.slug}`, USER_AGENTS.android);
    const foreign = /_lc=([\da-f-]{36})/.exec(page.text)?.[1] ?? '';
    for (const reference of [foreign, crypto.randomUUID(), 'x', '%27']) {
      await visit(project.host, `/${link.slug}?_lc=${reference}`, USER_AGENTS.android);
    }
    assert.equal(await clicksOf(project, link.id), 4);
    assert.equal(await clicksOf(project, other.id), 1);
    await visit(project.host, `/${other.slug}?_lc=${foreign}`, USER_AGENTS.android);
    assert.equal(await clicksOf(project, other.id), 1);
  });

  test('/d/{slug} is the same link', async () => {
    const project = await newProject();
    const link = await newLinkTo(project, { type: 'unified', fallbackUrl: 'https://example.com/' });
    const reply = await visit(project.host, `/d/${link.slug}`);
    assert.equal(reply.headers.location, 'https://example.com/');
    assert.equal(await clicksOf(project, link.id), 1);
  });
});
