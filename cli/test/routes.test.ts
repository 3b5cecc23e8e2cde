import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { RoutePattern } from '@fairlead/contract/operations/builds';
import { readManifest } from '../src/routes/readManifest.ts';
import { routesOfPattern } from '../src/routes/routesOfPattern.ts';
import { runFairlead } from './runFairlead.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');
const FITS = new RegExp(RoutePattern.pattern!, 'u');

async function routesIn(...argv: string[]) {
  const { status, out, err } = await runFairlead(['app', 'routes', ...argv, '--json']);
  assert.equal(status, 0, err);
  const { routes, notes } = JSON.parse(out) as { routes: string[]; notes: string[] };
  for (const route of routes) assert.match(route, FITS);
  return { routes, notes };
}

suite('app routes --expo', () => {
  test('a screen of every kind, and nothing else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairlead-routes-'));
    const files = [
      '_layout.tsx',
      'index.tsx',
      '+not-found.tsx',
      '+html.tsx',
      '+native-intent.ts',
      '(tabs)/_layout.tsx',
      '(tabs)/index.tsx',
      '(tabs)/(home,search)/sale.tsx',
      'product/[id].tsx',
      'product/[id]/reviews.jsx',
      'user/[user-id]/index.js',
      'odd/[7].tsx',
      'news/[...rest].tsx',
      'map.ios.tsx',
      'map.tsx',
      'map.web.tsx',
      'api/hello+api.ts',
      'notes.md',
      'types.d.ts',
      '[...missing].tsx',
    ];
    try {
      for (const file of files) {
        await mkdir(dirname(join(folder, file)), { recursive: true });
        await writeFile(join(folder, file), '');
      }
      const { routes, notes } = await routesIn('--expo', folder);
      assert.deepEqual(routes.toSorted(), [
        '/',
        '/map',
        '/news/*/**',
        '/odd/*',
        '/product/:id',
        '/product/:id/reviews',
        '/sale',
        '/user/:user-id',
      ]);
      assert.equal(notes.length, 1);
      assert.match(notes[0] ?? '', /\[\.\.\.missing\]\.tsx takes every path/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('the example app', async () => {
    assert.deepEqual(await routesIn('--expo', join(EXAMPLES, 'expo/app')), {
      routes: ['/', '/sale'],
      notes: [],
    });
  });

  test('a folder without screens, and one that is not there, are errors', async () => {
    for (const [folder, message] of [
      [join(EXAMPLES, 'android'), /has no screens/],
      ['/nowhere/app', /cannot be read/],
    ] as const) {
      const { status, err } = await runFairlead(['app', 'routes', '--expo', folder]);
      assert.equal(status, 1);
      assert.match(err, message);
    }
  });
});

/** A manifest with one intent filter that browsers reach. */
function manifest(data: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android">
  <!-- <intent-filter><data android:path="/commented"/></intent-filter> -->
  <application>
    <activity android:name='.MainActivity' android:exported="true">
      <intent-filter>
        <action android:name="android.intent.action.MAIN" />
        <data android:scheme="https" android:host="a.example" android:path="/not-for-browsers" />
      </intent-filter>
      <intent-filter android:autoVerify="true">
        <action android:name="android.intent.action.VIEW"/>
        <category android:name="android.intent.category.DEFAULT"/>
        <category android:name="android.intent.category.BROWSABLE"/>
        ${data}
      </intent-filter>
    </activity>
  </application>
</manifest>`;
}

const WEB = '<data android:scheme="https" android:host="a.example" />';

suite('app routes --android', () => {
  for (const [title, data, routes] of [
    ['a path', '<data android:path="/about" />', ['/about']],
    ['a prefix', "<data android:pathPrefix='/promo'/>", ['/promo*/**']],
    ['a prefix with a slash', '<data android:pathPrefix="/promo/"/>', ['/promo/*/**']],
    ['a suffix', '<data android:pathSuffix=".html"/>', ['/**/*.html']],
    ['a suffix with a slash', '<data android:pathSuffix="/edit"/>', ['/**/edit']],
    ['a pattern', '<data android:pathPattern="/product/.*"/>', ['/product/*/**']],
    [
      'several, with entities',
      '<data android:path="/a&amp;b"/>\n<data android:path="/c"\n/>',
      ['/a&b', '/c'],
    ],
  ] as const) {
    test(title, () => {
      assert.deepEqual(readManifest(manifest(WEB + data)), { routes, notes: [] });
    });
  }

  test("an app's own scheme: its host is the first segment, and each goes with each path", () => {
    const own = '<data android:scheme="shop" android:host="product"/><data android:host="sale"/>';
    assert.deepEqual(readManifest(manifest(own)).routes, ['/product/**', '/sale/**']);
    assert.deepEqual(readManifest(manifest(`${own}<data android:pathPrefix="/new"/>`)).routes, [
      '/product/new*/**',
      '/sale/new*/**',
    ]);
  });

  test('a filter for all paths is left out, and said to be', () => {
    for (const data of [
      WEB,
      '<data android:scheme="shop"/>',
      `${WEB}<data android:pathPrefix="/"/>`,
      `${WEB}<data android:pathPattern=".*"/>`,
      '<data android:scheme="shop"/><data android:path="/ignored"/>',
    ]) {
      const { routes, notes } = readManifest(manifest(data));
      assert.deepEqual(routes, [], data);
      assert.match(notes.join(), /takes every path/);
    }
  });

  test('the example app, whose only filter is that of its link domain', async () => {
    const file = join(EXAMPLES, 'android/app/src/main/AndroidManifest.xml');
    const { routes, notes } = await routesIn('--android', file);
    assert.deepEqual(routes, []);
    assert.match(notes.join(), /^The intent filter of https:\/\/go\.example\.com takes every path/);
  });

  test('what cannot be read is named, with the cure', () => {
    for (const [data, named] of [
      ['<data android:path="@string/path"/>', /"@string\/path"/],
      ['<data android:path="${path}"/>', /"\$\{path\}"/],
      ['<data android:pathAdvancedPattern="/[0-9]+"/>', /pathAdvancedPattern/],
      ['<data android:pathPattern="/a*"/>', /pathPattern="\/a\*"/],
      ['<uri-relative-filter-group><data android:path="/"/></uri-relative-filter-group>', /<uri-/],
    ] as const) {
      assert.throws(() => readManifest(manifest(WEB + data)), { message: named });
    }
    assert.throws(() => readManifest('<manifest/>'), { message: /no intent filter/ });
  });

  for (const [pattern, routes] of [
    ['/a/b', ['/a/b']],
    ['/a.*', ['/a*/**']],
    ['/a.*b', ['/a*b', '/a*/**/*b']],
    ['/x/.*/y', ['/x/*/y', '/x/*/**/*/y']],
    ['.*/edit', ['/**/edit']],
    ['.*/edit/.*', ['/**/edit/*/**']],
    [String.raw`/a\\.b\\.*`, undefined],
    [String.raw`/a\.html`, ['/a.html']],
    ['.*edit', undefined],
    ['a', undefined],
    ['/.*a.*b.*c.*', undefined],
  ] as const) {
    test(`the pattern ${pattern}`, () => {
      assert.deepEqual(routesOfPattern(pattern), routes);
    });
  }
});

suite('app routes', () => {
  test('prints a JSON list, which --routes reads from a file or standard input', async () => {
    const { out } = await runFairlead(['app', 'routes', '--expo', join(EXAMPLES, 'expo/app')]);
    const again = await runFairlead(['apps', 'routes', '--routes', '-'], {}, '/nowhere', out);
    assert.deepEqual(JSON.parse(again.out), ['/', '/sale']);
  });

  test('one source, and one that is a list', async () => {
    const none = await runFairlead(['app', 'routes']);
    assert.deepEqual([none.status, /Name one source/.test(none.err)], [2, true]);
    for (const bad of ['{"routes":[]}', '[1]', 'no json']) {
      const { status, err } = await runFairlead(
        ['app', 'routes', '--routes', '-'],
        {},
        '/nowhere',
        bad,
      );
      assert.equal(status, 1);
      assert.match(err, /no JSON list/);
    }
  });
});
