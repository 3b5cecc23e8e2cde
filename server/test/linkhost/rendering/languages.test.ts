import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chooseTexts } from '../../../src/faces/pages/chooseTexts.ts';
import { LANGUAGES, STANDARD_TEXTS } from '../../../src/faces/pages/texts/languages.ts';
import type { Texts } from '../../../src/faces/pages/texts/Texts.ts';
import { USER_AGENTS, visit } from '../../support/callers/request.ts';
import { newLinkTo, newPhoneProject } from '../phoneProject.ts';

const MAX_PAGE_BYTES = 15 * 1024;
const LONG_URL = `https://example.com/${'x'.repeat(8000)}`;

const ALL = [...new Set(Object.values(LANGUAGES))];

function textsOf({ lang: _lang, dir: _dir, ...texts }: Texts): [string, string][] {
  return Object.entries(texts);
}

function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{\w*\}|%\w/g)].map(([found]) => found).toSorted();
}

describe('languages of the pages', () => {
  test('are sixteen, and Chinese in both of its scripts', () => {
    assert.deepEqual(
      ALL.map(({ lang }) => lang).toSorted(),
      'ar de en es fr hi id it ja ko nl pl pt tr uk zh-Hans zh-Hant'.split(' '),
    );
  });

  for (const texts of ALL) {
    test(`${texts.lang}: has every text, its own, with the placeholders of the others`, () => {
      const standard = textsOf(STANDARD_TEXTS);
      const own = new Map(textsOf(texts));
      assert.deepEqual(
        [...own.keys()],
        standard.map(([key]) => key),
      );
      for (const [key, english] of standard) {
        const text = own.get(key)!;
        assert.equal(text, text.trim());
        assert.notEqual(text, '', key);
        assert.deepEqual(placeholdersOf(text), placeholdersOf(english), key);
        if (texts !== STANDARD_TEXTS) assert.notEqual(text, english, key);
      }
    });

    test(`${texts.lang}: runs in the direction of its script`, () => {
      const { script } = new Intl.Locale(texts.lang).maximize();
      assert.equal(texts.dir, script === 'Arab' ? 'rtl' : 'ltr');
      const letters = new RegExp(`\\p{Script=${scriptNameOf(script)}}`, 'u');
      for (const [key, text] of textsOf(texts)) {
        if (key !== 'code') assert.match(text, letters, key);
      }
    });
  }

  test('every page in each language is declared so, says its texts, and is below 15 KB', async () => {
    const project = await newPhoneProject();
    const long = {
      type: 'dynamic',
      fallbackUrl: LONG_URL,
      androidFallbackUrl: LONG_URL.slice(0, 2000),
    } as const;
    const [link, phonesOnly] = [
      await newLinkTo(project, long),
      await newLinkTo(project, { type: 'dynamic' }),
    ];
    for (const texts of ALL) {
      for (const [path, userAgent, keys] of [
        [link.slug, USER_AGENTS.android, ['open', 'opening', 'browser']],
        [link.slug, USER_AGENTS.facebook, ['dynamic']],
        [phonesOnly.slug, USER_AGENTS.desktop, ['code', 'scanTitle', 'scanText']],
        ['nothing-of-this-name', USER_AGENTS.iphone, ['nothingTitle', 'nothingText']],
      ] as const) {
        const { text } = await visit(project.host, `/${path}`, userAgent, {
          'accept-language': texts.lang,
        });
        assert.ok(text.includes(`<html lang="${texts.lang}" dir="${texts.dir}">`), texts.lang);
        for (const key of keys) assert.ok(text.includes(texts[key]), `${texts.lang}: ${key}`);
        assert.ok(Buffer.byteLength(text) < MAX_PAGE_BYTES, `${texts.lang}: ${path}`);
      }
    }
  });
});

/** By what regular expressions call it. */
function scriptNameOf(script: string | undefined): string {
  return { Hans: 'Han', Hant: 'Han', Jpan: 'Hira', Kore: 'Hang' }[script ?? ''] ?? script ?? '';
}

describe('Accept-Language', () => {
  for (const [asked, lang] of [
    ['en-GB,en;q=0.9', 'en'],
    ['es-419', 'es'],
    ['fr-CA,fr;q=0.8,en;q=0.5', 'fr'],
    ['de', 'de'],
    ['pt-BR', 'pt'],
    ['ar-EG,ar;q=0.9', 'ar'],
    ['ja-JP', 'ja'],
    ['it-CH', 'it'],
    ['nl-BE', 'nl'],
    ['tr-TR,tr;q=0.9,en-US;q=0.8', 'tr'],
    ['PL', 'pl'],
    ['ko-KR', 'ko'],
    ['hi-IN,en-IN;q=0.9', 'hi'],
    ['id', 'id'],
    ['in-ID', 'id'],
    ['uk-UA,ru;q=0.8', 'uk'],
    ['zh', 'zh-Hans'],
    ['zh-CN,zh;q=0.9', 'zh-Hans'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['eo, fr;q=0.3, de;q=0.7', 'de'],
    ['*', 'en'],
    ['en;q=0', 'en'],
    ['__proto__', 'en'],
    [';;,,;q=x', 'en'],
    [undefined, 'en'],
  ] as const) {
    test(`${asked ?? 'absent'} gives ${lang}`, () => {
      assert.equal(chooseTexts(asked).lang, lang);
    });
  }
});
