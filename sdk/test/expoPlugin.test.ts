import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import configPlugins from '@expo/config-plugins';
import { redirectLinks } from '../src/expo.ts';
import { withFairlead } from '../src/expo-plugin.ts';
import { packSdk } from './support/packSdk.ts';

const MANIFESTS = join(import.meta.dirname, 'support/manifests');
const SAMPLE = join(import.meta.dirname, '../../examples/expo/app.json');
const { AndroidConfig, IOSConfig, withStaticPlugin } = configPlugins;
const config = { name: 'Shop', slug: 'shop', android: { package: 'com.example.shop' } };

/** What Expo's own prebuild makes of a configuration, on a manifest as its template has it. */
async function prebuild(given: object) {
  const manifest = await AndroidConfig.Manifest.readAndroidManifestAsync(
    join(MANIFESTS, 'AndroidManifest.xml'),
  );
  const android = AndroidConfig.IntentFilters.setAndroidIntentFilters(given, manifest);
  const activity = AndroidConfig.Manifest.getMainActivityOrThrow(android);
  const entitlements = IOSConfig.Entitlements.setAssociatedDomains(given as never, {});
  return { activity, entitlements };
}

describe('the Expo config plugin', () => {
  test('writes a verified intent filter and associated domains', async () => {
    const made = withFairlead(config, { hosts: ['go.example.com', 'l.example.com'] });
    const { activity, entitlements } = await prebuild(made);
    const filters = (activity['intent-filter'] ?? []).filter(
      (each) => each.$?.['android:autoVerify'] === 'true',
    );
    assert.equal(filters.length, 1);
    assert.deepEqual(
      filters[0]?.data?.map(({ $ }) => [$['android:scheme'], $['android:host']]),
      [
        ['https', 'go.example.com'],
        ['https', 'l.example.com'],
      ],
    );
    assert.deepEqual(filters[0]?.category?.map(({ $ }) => $['android:name']).toSorted(), [
      'android.intent.category.BROWSABLE',
      'android.intent.category.DEFAULT',
    ]);
    assert.equal(activity.$['android:launchMode'], 'singleTask');
    assert.deepEqual(entitlements, {
      'com.apple.developer.associated-domains': [
        'applinks:go.example.com',
        'applinks:l.example.com',
      ],
    });
  });

  test('keeps existing settings and is idempotent', () => {
    const given = {
      ...config,
      scheme: 'shop',
      ios: {
        bundleIdentifier: 'com.example.shop',
        associatedDomains: ['webcredentials:example.com'],
      },
    };
    const once = withFairlead(given, { hosts: ['go.example.com'], schemes: ['shop-links'] });
    assert.deepEqual(
      withFairlead(once, { hosts: ['go.example.com'], schemes: ['shop-links'] }),
      once,
    );
    assert.deepEqual(once.scheme, ['shop', 'shop-links']);
    assert.deepEqual(once.ios, {
      bundleIdentifier: 'com.example.shop',
      associatedDomains: ['webcredentials:example.com', 'applinks:go.example.com'],
    });
    assert.equal(once.android.package, 'com.example.shop');
  });

  test("is loaded by Expo from the packed package with the sample's app.json", async () => {
    const { expo } = JSON.parse(readFileSync(SAMPLE, 'utf8')) as {
      expo: { name: string; slug: string; scheme: string; plugins: (string | [string, object])[] };
    };
    const plugin = expo.plugins.find(([name]) => name === '@fairlead/sdk');
    assert.ok(Array.isArray(plugin));
    const { folder } = await packSdk();
    const made = withStaticPlugin(expo, { plugin, projectRoot: folder });
    const { activity, entitlements } = await prebuild(made);
    const hosts = (activity['intent-filter'] ?? []).flatMap((filter) =>
      filter.$?.['android:autoVerify'] === 'true'
        ? (filter.data ?? []).map(({ $ }) => $['android:host'])
        : [],
    );
    assert.deepEqual(hosts, ['go.example.com']);
    assert.deepEqual(entitlements, {
      'com.apple.developer.associated-domains': ['applinks:go.example.com'],
    });
    assert.deepEqual([made.scheme].flat(), ['shop']);
  });

  test('refuses missing or invalid hosts before the build', () => {
    assert.throws(() => withFairlead(config, undefined), /"hosts": \["go.example.com"\]/);
    for (const host of ['https://go.example.com', 'Go.Example.com', 'go.example.com/x', '']) {
      assert.throws(() => withFairlead(config, { hosts: [host] }), /is not a host/);
    }
  });
});

describe('redirectLinks for expo-router', () => {
  test('sends links to the screen with onLink and leaves other paths alone', () => {
    const to = (path: string) => redirectLinks(path, { hosts: ['go.example.com'], to: '/home' });
    assert.equal(to('https://go.example.com/summer?a=1'), '/home');
    assert.equal(to('https://GO.example.com/summer'), '/home');
    assert.equal(to('https://shop.example.com/cart'), 'https://shop.example.com/cart');
    assert.equal(to('/cart'), '/cart');
  });
});
