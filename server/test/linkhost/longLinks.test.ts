import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createVisitorReader } from '#visits/visitors/readVisitor.ts';
import type { Visitor } from '#visits/visitors/Visitor.ts';
import { isListedHost } from '#links/link/hostRule.ts';
import { LONG_LINK_KEYS, readLongLink, writeLongQuery } from '#links/longLinks/longLink.ts';
import { decideVisit } from '#visits/decision/decideVisit.ts';
import { targetsOfLongLink } from '#visits/decision/longLinkTargets.ts';
import type { Decision, VisitedProject } from '#visits/decision/Visit.ts';
import { USER_AGENTS } from '../visitors/userAgents.corpus.ts';
import { aVisit, FULL_PROJECT } from './visits.ts';

const HOST = 'go.example.com';
const LISTED = ['shop.example', '*.brand.example'];
const readVisitor = createVisitorReader();

/** What a visitor gets from a long link; null where the link may not lead anywhere. */
function decide(
  query: string,
  visitor: Visitor,
  project: VisitedProject = FULL_PROJECT,
): Decision | null {
  const long = readLongLink(query);
  const allows = (host: string) => isListedHost(LISTED, host);
  const targets = long && targetsOfLongLink(long, project, allows, visitor.device === 'tablet');
  if (!long || !targets) return null;
  return decideVisit({
    ...aVisit({ visitor }),
    link: { ...targets.link, expiredUrl: null, slug: `?${writeLongQuery(long)}` },
    project: { ...project, ...targets.apps },
    query,
    shortUrl: `https://${HOST}/?${writeLongQuery(long)}`,
  });
}

const to = (path: string) => encodeURIComponent(`https://shop.example/${path}`);
const LINK = `link=${to('link')}`;
const ANDROID = 'apn=com.example.app';
const IOS = 'ibi=com.example.app';

/** Real user agents of a kind. */
function agentsOf(kind: 'iPhone' | 'iPad' | 'Android' | 'desktop'): Visitor[] {
  const found = USER_AGENTS.flatMap(({ userAgents }) => userAgents)
    .map((userAgent) => readVisitor({ userAgent, header: () => undefined }))
    .filter((each) => each.crawler === null && each.automation === null)
    .filter(({ platform, device }) =>
      kind === 'iPhone'
        ? platform === 'ios' && device === 'mobile'
        : kind === 'iPad'
          ? platform === 'ios' && device === 'tablet'
          : platform === kind.toLowerCase(),
    );
  assert.ok(found.length > 0, kind);
  return found;
}

const PLAY = 'https://play.google.com/store/apps/details?id=com.example.app';
const APPLE = 'https://apps.apple.com/app/id123456789';

/** The precedence of Firebase Dynamic Links: what the link says, and where a visitor without the app ends up. */
const PRECEDENCE: readonly (readonly [
  string,
  Partial<Record<'iPhone' | 'iPad' | 'Android' | 'desktop', string>>,
])[] = [
  [LINK, { iPhone: 'link', iPad: 'link', Android: 'link', desktop: 'link' }],
  [`${LINK}&ofl=${to('ofl')}`, { iPhone: 'link', Android: 'link', desktop: 'ofl' }],
  [`${LINK}&${ANDROID}`, { Android: PLAY, iPhone: 'link', desktop: 'link' }],
  [`${LINK}&${ANDROID}&afl=${to('afl')}`, { Android: 'afl', desktop: 'link' }],
  [`${LINK}&afl=${to('afl')}`, { Android: 'link' }],
  [`${LINK}&${IOS}`, { iPhone: 'link', iPad: 'link', Android: 'link' }],
  [`${LINK}&${IOS}&isi=123456789`, { iPhone: APPLE, iPad: APPLE, Android: 'link' }],
  [`${LINK}&${IOS}&isi=123456789&ifl=${to('ifl')}`, { iPhone: 'ifl', iPad: 'ifl' }],
  [`${LINK}&${IOS}&ifl=${to('ifl')}&ipfl=${to('ipfl')}`, { iPhone: 'ifl', iPad: 'ipfl' }],
  [`${LINK}&${IOS}&isi=123456789&ipfl=${to('ipfl')}`, { iPhone: APPLE, iPad: 'ipfl' }],
  [`${LINK}&ifl=${to('ifl')}&isi=123456789`, { iPhone: 'link', iPad: 'link' }],
  [`${LINK}&apn=com.another.app&ibi=com.another.app&isi=1`, { iPhone: 'link', Android: 'link' }],
  [`${LINK}&${IOS}&isi=987`, { iPhone: 'link' }],
];

describe('Firebase long links', () => {
  for (const [query, expected] of PRECEDENCE) {
    test(`lead where Firebase led: ${query}`, () => {
      for (const [kind, where] of Object.entries(expected)) {
        const wanted = where.startsWith('https:') ? where : `https://shop.example/${where}`;
        for (const visitor of agentsOf(kind as 'iPhone')) {
          const { fallback } = decide(query, visitor) ?? {};
          const bare = fallback?.replace(/&referrer=.*/, '');
          assert.equal(bare, wanted, `${kind} ${visitor.browser} ${visitor.webview}`);
        }
      }
    });
  }

  test("open the project's own app by the link itself", () => {
    for (const visitor of agentsOf('Android')) {
      const decision = decide(`${LINK}&${ANDROID}`, visitor);
      if (decision?.page !== 'androidOpen') {
        assert.match(visitor.browser ?? '', /^Firefox/);
        continue;
      }
      assert.match(decision.open.url, /^intent:\/\/go\.example\.com\/\?link=https%3A%2F%2Fshop/);
      assert.match(
        decision.open.url,
        /[?&]_lc=CLICK#Intent;scheme=https;package=com\.example\.app/,
      );
    }
    for (const visitor of agentsOf('iPhone')) {
      const decision = decide(`${LINK}&${IOS}`, visitor);
      assert.equal(decision?.page, 'launch');
      assert.match(decision.open.url, /^https:\/\/go\.example\.com\/\?link=.*&ulhop=1&_lc=CLICK$/);
      assert.equal(decide(`${LINK}&${IOS}&efr=1`, visitor)?.page, 'redirect');
      assert.equal(decide(LINK, visitor)?.page, 'redirect');
    }
  });

  test('pass the campaign to the stores', () => {
    const utm = 'utm_source=news&utm_campaign=spring%20sale&at=aff&ct=letter';
    const [android] = agentsOf('Android');
    const [iphone] = agentsOf('iPhone');
    const play = decide(`${LINK}&${ANDROID}&${utm}`, android!)?.fallback ?? '';
    assert.equal(
      new URL(play).searchParams.get('referrer'),
      'utm_source=news&utm_campaign=spring+sale&click_id=CLICK',
    );
    const apple = decide(`${LINK}&${IOS}&isi=123456789&${utm}`, iphone!)?.fallback;
    assert.equal(apple, `${APPLE}?at=aff&ct=letter`);
  });

  const refused = [
    ['no link', 'apn=com.example.app'],
    ['an empty link', 'link='],
    ['another host', 'link=https%3A%2F%2Fevil.example%2F'],
    ['a host with an allowed one as prefix', 'link=https%3A%2F%2Fshop.example.evil.example%2F'],
    ['a host with an allowed one as suffix', 'link=https%3A%2F%2Fevilshop.example%2F'],
    ['the parent of a wildcard', 'link=https%3A%2F%2Fbrand.example%2F'],
    ['a user part', 'link=https%3A%2F%2Fshop.example%40evil.example%2F'],
    ['a name and a password', 'link=https%3A%2F%2Fa%3Ab%40shop.example%2F'],
    ['a port', 'link=https%3A%2F%2Fshop.example%3A8443%2F'],
    ['a backslash', 'link=https%3A%2F%2Fevil.example%5C.shop.example%2F'],
    ['another scheme', 'link=javascript%3Aalert(1)%2F%2Fshop.example'],
    ['an app scheme', 'link=exapp%3A%2F%2Fshop.example%2F'],
    ['no scheme', 'link=%2F%2Fshop.example%2F'],
  ] as const;
  for (const [what, query] of refused) {
    test(`are refused with ${what}`, () => {
      for (const kind of ['iPhone', 'Android', 'desktop'] as const) {
        assert.equal(decide(query, agentsOf(kind)[0]!), null);
      }
    });
  }

  test('ignore other destinations that are not allowed', () => {
    const evil = encodeURIComponent('https://evil.example/');
    const query = `${LINK}&${ANDROID}&${IOS}&isi=123456789&afl=${evil}&ifl=${evil}&ipfl=${evil}&ofl=${evil}`;
    const fallbackOf = (kind: 'iPad' | 'Android' | 'desktop') =>
      decide(query, agentsOf(kind)[0]!)?.fallback ?? '';
    assert.equal(fallbackOf('desktop'), 'https://shop.example/link');
    assert.match(fallbackOf('Android'), /^https:\/\/play\.google\.com\//);
    assert.equal(fallbackOf('iPad'), APPLE);
  });
});

/** Hosts whose pages a long link may show: those that are listed, our own, and the stores. */
function isExpected(text: string): boolean {
  const web = text.replace(/^intent:/, 'https:');
  const { protocol, hostname, username } = new URL(web);
  if (username !== '' || (protocol !== 'https:' && protocol !== 'http:')) return false;
  const own = [HOST, 'play.google.com', 'apps.apple.com', 'to.example'];
  return own.includes(hostname) || isListedHost(LISTED, hostname);
}

test('long links are never an open redirect: every URL of an answer is on an allowed host', () => {
  const agents = (['iPhone', 'iPad', 'Android', 'desktop'] as const).flatMap(agentsOf);
  const hostile = fc.constantFrom(
    'https://evil.example/',
    'https://shop.example@evil.example/',
    'https://shop.example.evil.example/',
    'https://evil.example#.shop.example',
    'https://evil.example\\@shop.example/',
    'https:\\\\evil.example/',
    '//evil.example/',
    'https://shop.example\t.evil.example/',
    'https:///evil.example/',
    'https://EVIL.example/?https://shop.example',
    'https://xn--shop.brand.example.evil.example/',
    'javascript://shop.example/%0aalert(1)',
    'data:text/html,x',
    'intent://evil.example#Intent;scheme=https;end',
    'https://shop。example/',
    'https://[::1]/',
    'https://a.brand.example/',
    'https://shop.example/',
    'https://shop.example/%0d%0aLocation:%20https://evil.example',
    'com.example.app',
    'com.evil',
    '123456789',
    '1',
    '../../evil.example',
    'id=x&referrer=https://evil.example',
  );
  const value = fc.oneof(
    { weight: 6, arbitrary: hostile },
    { weight: 2, arbitrary: fc.webUrl() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  );
  const key = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...LONG_LINK_KEYS) },
    { weight: 1, arbitrary: fc.constantFrom('d', 'ulhop', '_nodl', '_lc', 'debug') },
  );
  const pairs = fc.array(fc.tuple(key, value), { minLength: 1, maxLength: 12 });
  let led = 0;
  fc.assert(
    fc.property(pairs, fc.constantFrom(...agents), fc.boolean(), (said, visitor, honest) => {
      const query = String(
        new URLSearchParams([
          ...(honest ? [['link', 'https://shop.example/'] as [string, string]] : []),
          ...said.map(([name, text]): [string, string] => [name, text.toWellFormed()]),
        ]),
      );
      const decision = decide(query, visitor);
      if (decision === null) return;
      led += 1;
      const urls = [
        decision.fallback,
        decision.page === 'redirect' ? decision.to : null,
        'storeUrl' in decision ? decision.storeUrl : null,
        'open' in decision ? decision.open.url : null,
      ];
      for (const url of urls) {
        if (url === null) continue;
        assert.ok(isExpected(url), url);
        assert.doesNotMatch(url, /[\r\n]/);
        const [, followed] = /S\.browser_fallback_url=([^;]*)/.exec(url) ?? [];
        if (followed !== undefined) assert.ok(isExpected(decodeURIComponent(followed)), url);
      }
    }),
    { numRuns: 3000 },
  );
  assert.ok(led > 1000, `${led} links led somewhere`);
});

test('a long link survives being written as a canonical query and read again', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...LONG_LINK_KEYS), fc.string()), (said) => {
      const long = readLongLink(String(new URLSearchParams({ link: 'https://a.b/', ...said })));
      fc.pre(long !== null);
      assert.deepEqual(readLongLink(writeLongQuery(long)), long);
    }),
  );
});
