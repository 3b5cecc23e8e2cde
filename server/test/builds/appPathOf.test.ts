import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { appPathOf, type LinkTarget } from '#apps/builds/appPathOf.ts';

type Case = readonly [
  title: string,
  link: Partial<LinkTarget>,
  ios: string | null,
  android?: string | null,
];

const NOTHING: LinkTarget = { fallbackUrl: null, iosUrl: null, androidUrl: null, parameters: null };
const SHOP = 'https://shop.example.com/product/42?from=mail#top';
const APP_STORE = 'https://apps.apple.com/app/id1';

const CASES: readonly Case[] = [
  ['no destination and no parameter', {}, null],
  ['the path of the destination', { fallbackUrl: SHOP }, '/product/42'],
  ['the start of a website', { fallbackUrl: 'https://shop.example.com/?a=/b' }, null],
  [
    "the system's own URL first",
    { fallbackUrl: SHOP, iosUrl: 'shop://sale' },
    '/sale',
    '/product/42',
  ],
  [
    "an app's own scheme is followed by nothing but path",
    { iosUrl: 'shop:///a//b/?c' },
    '/a/b',
    null,
  ],
  ['an intent', { androidUrl: 'intent://sale/2#Intent;scheme=shop;end' }, null, '/sale/2'],
  [
    'an intent of a web address',
    { androidUrl: 'intent://a.example/s#Intent;package=b;scheme=https;end' },
    null,
    '/s',
  ],
  [
    'a store is no place in the app',
    { fallbackUrl: SHOP, iosUrl: APP_STORE, androidUrl: 'market://details?id=a' },
    '/product/42',
  ],
  ['the parameter of our guides', { fallbackUrl: SHOP, parameters: { screen: 'sale' } }, '/sale'],
  [
    'a parameter with a path, a query and spaces around',
    { parameters: { path: ' /sale/7?a=b ' } },
    '/sale/7',
  ],
  ['a parameter with a URL', { parameters: { screen: SHOP } }, '/product/42'],
  ['a parameter that leads to the start', { fallbackUrl: SHOP, parameters: { screen: '/' } }, null],
  [
    'a parameter that is no text, or empty',
    { fallbackUrl: SHOP, parameters: { screen: 7, path: '' } },
    '/product/42',
  ],
  ["Branch's, for both", { parameters: { $deeplink_path: 'sale/1' } }, '/sale/1'],
  [
    "Branch's, for each",
    { parameters: { $deeplink_path: 'a', $ios_deeplink_path: 'i', $android_deeplink_path: 'r' } },
    '/i',
    '/r',
  ],
  ['text that is no URL yet', { fallbackUrl: 'https://' }, null],
];

describe('the path that a link asks the app for (Rule: builds 2)', () => {
  for (const [title, link, ios, android = ios] of CASES) {
    test(title, () => {
      const full = { ...NOTHING, ...link };
      assert.equal(appPathOf(full, 'ios'), ios);
      assert.equal(appPathOf(full, 'android'), android);
    });
  }
});
