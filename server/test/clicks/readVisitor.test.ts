import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { createVisitorReader } from '#visits/visitors/readVisitor.ts';
import type { Visitor } from '#visits/visitors/Visitor.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const REDUCED =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36';
const DESKTOP_SITE =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 16; SM-A155F Build/BP4A.251205.006; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/153.0.8010.36 Mobile Safari/537.36';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.6.2 Safari/605.1.15';

const readVisitor = createVisitorReader();

function read(
  userAgent: string,
  headers: Readonly<Record<string, string>> = {},
  extra: { method?: string; touchPoints?: number } = {},
): Visitor {
  return readVisitor({ userAgent, header: (name) => headers[name], ...extra });
}

suite('client hints', () => {
  const ROWS: readonly (readonly [string, string, Record<string, string>, Partial<Visitor>])[] = [
    [
      'model and version come from hints when the user agent is reduced',
      REDUCED,
      {
        'sec-ch-ua-platform': '"Android"',
        'sec-ch-ua-mobile': '?1',
        'sec-ch-ua-model': '"Pixel 8"',
        'sec-ch-ua-platform-version': '"15.0.0"',
      },
      {
        platform: 'android',
        device: 'mobile',
        model: 'Pixel 8',
        os: { name: 'Android', version: '15' },
      },
    ],
    [
      'an empty model is unknown, not "K"',
      REDUCED,
      { 'sec-ch-ua-platform': '"Android"', 'sec-ch-ua-mobile': '?1', 'sec-ch-ua-model': '""' },
      { model: null, os: { name: 'Android', version: null } },
    ],
    [
      '?0 on Android is a tablet',
      REDUCED,
      { 'sec-ch-ua-platform': '"Android"', 'sec-ch-ua-mobile': '?0' },
      { device: 'tablet' },
    ],
    [
      'Android that requests the desktop site is still Android',
      DESKTOP_SITE,
      { 'sec-ch-ua-platform': '"Android"', 'sec-ch-ua-mobile': '?0' },
      { platform: 'android', device: 'tablet', os: { name: 'Android', version: null } },
    ],
    [
      'an emulator keeps the device that it claims to be',
      REDUCED,
      { 'sec-ch-ua-platform': '"Linux"', 'sec-ch-ua-mobile': '?0' },
      { platform: 'android', device: 'mobile' },
    ],
    [
      'an unknown platform changes nothing',
      IPHONE,
      { 'sec-ch-ua-platform': '"<x>"' },
      { platform: 'ios' },
    ],
    [
      'X-Requested-With names the app of a webview',
      WEBVIEW,
      { 'x-requested-with': 'org.telegram.messenger' },
      { webview: 'Telegram', browser: 'Telegram' },
    ],
    [
      'X-Requested-With in any case',
      WEBVIEW,
      { 'x-requested-with': 'com.Slack' },
      { webview: 'Slack' },
    ],
    [
      'X-Requested-With of an unknown app',
      WEBVIEW,
      { 'x-requested-with': 'com.example' },
      { webview: 'Unknown app' },
    ],
    [
      'X-Requested-With says nothing on iOS',
      IPHONE,
      { 'x-requested-with': 'com.discord' },
      { webview: null },
    ],
  ];
  for (const [name, userAgent, headers, expected] of ROWS) {
    test(name, () => {
      const visitor = read(userAgent, headers);
      assert.deepEqual({ ...visitor, ...expected }, visitor);
    });
  }

  test('a model in a hint is cut to 64 characters', () => {
    const headers = {
      'sec-ch-ua-platform': '"Android"',
      'sec-ch-ua-model': `"${'m'.repeat(5000)}"`,
    };
    assert.equal(read(REDUCED, headers).model, 'm'.repeat(64));
  });
});

suite('an iPad that reports Macintosh', () => {
  test('is a desktop that may be an iPad', () => {
    const { platform, device, maybeIpad } = read(MAC);
    assert.deepEqual(
      { platform, device, maybeIpad },
      { platform: 'desktop', device: 'desktop', maybeIpad: true },
    );
  });
  test('is an iPad once a page has reported touch points', () => {
    const { platform, device, os, maybeIpad } = read(MAC, {}, { touchPoints: 5 });
    assert.deepEqual(
      { platform, device, os, maybeIpad },
      { platform: 'ios', device: 'tablet', os: { name: 'iOS', version: null }, maybeIpad: false },
    );
  });
  test('is distinguished from a Mac by touch points; Chrome on a Mac is never an iPad', () => {
    assert.equal(read(MAC, {}, { touchPoints: 0 }).platform, 'desktop');
    const chrome = MAC.replace('Version/26.6.2', 'Chrome/153.0.0.0');
    assert.equal(read(chrome, {}, { touchPoints: 5 }).platform, 'desktop');
  });
});

suite('automation', () => {
  const ROWS: readonly (readonly [Record<string, string>, string, Visitor['automation']])[] = [
    [{}, 'GET', null],
    [{}, 'HEAD', 'head'],
    [{ 'sec-purpose': 'prefetch' }, 'GET', 'prefetch'],
    [{ 'sec-purpose': 'prefetch;prerender' }, 'GET', 'prefetch'],
    [{ 'sec-purpose': 'prefetch;anonymous-client-ip' }, 'HEAD', 'prefetch'],
    [{ purpose: 'prefetch' }, 'GET', 'prefetch'],
    [{ 'x-purpose': 'preview' }, 'GET', 'prefetch'],
    [{ 'x-moz': 'prefetch' }, 'GET', 'prefetch'],
    [{ purpose: 'something else' }, 'GET', null],
  ];
  for (const [headers, method, expected] of ROWS) {
    test(`${method} ${JSON.stringify(headers)} → ${expected}`, () => {
      assert.equal(read(IPHONE, headers, { method }).automation, expected);
    });
  }
  const FETCHES: readonly (readonly [Record<string, string>, Visitor['automation']])[] = [
    [{ 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }, null],
    [{ 'sec-fetch-dest': 'document' }, null],
    [{ 'sec-fetch-mode': 'navigate' }, null],
    [{ 'sec-fetch-site': 'cross-site' }, null],
    [{ 'sec-fetch-dest': '', 'sec-fetch-mode': '' }, null],
    [{ 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }, 'embedded'],
    [{ 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }, 'embedded'],
    [{ 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }, 'embedded'],
    [{ 'sec-fetch-dest': 'script' }, 'embedded'],
    [{ 'sec-fetch-mode': 'no-cors' }, 'embedded'],
  ];
  for (const [headers, expected] of FETCHES) {
    test(`${JSON.stringify(headers)} → ${expected}`, () => {
      assert.equal(read(IPHONE, headers).automation, expected);
    });
  }
  test('a prefetched navigation is a prefetch, and a crawler stays a bot', () => {
    const ahead = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
    assert.equal(read(IPHONE, { ...ahead, 'sec-purpose': 'prefetch' }).automation, 'prefetch');
    const crawler = read('Twitterbot/1.0', { 'sec-fetch-dest': 'image' });
    assert.deepEqual([crawler.crawler, crawler.automation], ['Twitterbot', 'bot']);
  });
  test('a bot stays a bot whatever the method and headers', () => {
    assert.equal(read('curl/8.7.1', { purpose: 'prefetch' }, { method: 'HEAD' }).automation, 'bot');
  });
  test('a request without a user agent is a bot', () => {
    assert.equal(readVisitor({ userAgent: undefined, header: () => undefined }).automation, 'bot');
  });
});

suite('operating system versions', () => {
  const IOS = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const ROWS: readonly (readonly [string, string | null])[] = [
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) ${IOS} Version/17.5 Mobile/15E148 Safari/604.1`,
      '17.5.1',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${IOS} Version/26.6.1 Mobile/15E148 Safari/604.1`,
      '26.6.1',
    ],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${IOS} Mobile/15E148`, null],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${IOS} CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1`,
      '18.6',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${IOS} Mobile/15E148 Instagram 410.1.0.36.70 (iPhone17,1; iOS 26_6_2; de_DE; de)`,
      '26.6.2',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${IOS} Mobile/15E148 [FBAN/FBIOS;FBDV/iPhone17,1;FBSV/26.6]`,
      '26.6',
    ],
    [REDUCED, null],
    [WEBVIEW, '16'],
    [MAC, null],
  ];
  for (const [userAgent, expected] of ROWS) {
    test(`${userAgent.slice(13, 60)}… → ${expected}`, () => {
      assert.equal(read(userAgent).os?.version, expected);
    });
  }
});

suite('cache of user agents', () => {
  test('returns the same frozen object for a user agent without hints', () => {
    assert.equal(read(IPHONE), read(IPHONE));
    assert.ok(Object.isFrozen(read(IPHONE)));
  });
  test('compares user agents by their first 1,000 characters', () => {
    const long = `${IPHONE} ${'x'.repeat(1000)}`;
    assert.equal(read(`${long}a`), read(`${long}b`));
    assert.equal(read(long).platform, 'ios');
  });
  test('is not shared between readers', () => {
    const other = createVisitorReader({ cacheSize: 1 });
    assert.notEqual(other({ userAgent: IPHONE, header: () => undefined }), read(IPHONE));
  });
  test('parsing never throws and yields a bounded set of browser names', () => {
    const word = fc.constantFrom(
      'iPhone',
      'Android',
      'wv',
      'Chrome/',
      'CHROME/1',
      '(',
      ')',
      ';',
      'OS 18_7',
      'FBSV/',
      'Version/',
    );
    const text = fc.array(fc.oneof(word, fc.string({ unit: 'binary' })), { maxLength: 30 });
    const names = new Set<string | null>();
    fc.assert(
      fc.property(text, (parts) => {
        const visitor = read(parts.join(' '));
        assert.ok((visitor.model ?? '').length <= 64);
        assert.match(visitor.os?.version ?? '1', /^\d{1,4}(\.\d{1,4}){0,2}$/);
        names.add(visitor.browser);
      }),
    );
    assert.ok(names.size < 20);
  });
});

suite('memory of cached user agents', () => {
  test('does not retain the request head that they were part of', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const read = createVisitorReader();
    const heads = 4_000;
    const headBytes = 8_000;
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < heads; index += 1) {
      const agent = `Agent/${index} of a test that is short (Linux; Android 15; Model ${index} that is not short)`;
      const head = Buffer.from(agent.padEnd(headBytes, 'x')).toString('latin1');
      read({ userAgent: head.slice(0, agent.length), header: () => undefined });
    }
    collect();
    const kept = process.memoryUsage().heapUsed - before;
    assert.ok(kept < (heads * headBytes) / 2, `${kept} bytes are kept`);
  });
});
