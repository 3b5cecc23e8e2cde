import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import { checkDestination, destinationHeader } from '../../src/links/destination.ts';
import { SEED } from '../support/seed.ts';

const ACCEPTED = [
  'https://example.com',
  'http://example.com/a?b=c#d',
  'HTTPS://EXAMPLE.COM/',
  'http://localhost:8080/x',
  'https://[2001:db8::1]/x',
  'https://bücher.example/größe',
  'https://example.com/a%20b?u=javascript:alert(1)',
  'myapp://product/42',
  'my.app+x-1:open',
  'market://details?id=a.b',
  'intent://x#Intent;scheme=a;end',
  'mailto:a@example.com',
  `https://example.com/${'a'.repeat(8192 - 20)}`,
];

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['', /full URL/],
  ['example.com/path', /full URL/],
  ['/path', /full URL/],
  ['//example.com', /full URL/],
  ['c:\\windows', /full URL/],
  ['1app://x', /full URL/],
  ['javascript:alert(1)', /javascript: scheme/],
  ['JaVaScRiPt:alert(1)', /javascript: scheme/],
  ['javascript://example.com/%0aalert(1)', /javascript: scheme/],
  ['data:text/html,<script>alert(1)</script>', /data: scheme/],
  ['VBScript:msgbox(1)', /vbscript: scheme/],
  ['file:///etc/passwd', /file: scheme/],
  ['blob:https://example.com/0', /blob: scheme/],
  ['view-source:https://example.com', /view-source: scheme/],
  [' javascript:alert(1)', /invisible/],
  ['java\tscript:alert(1)', /invisible/],
  ['java\nscript:alert(1)', /invisible/],
  ['\u0000javascript:alert(1)', /invisible/],
  ['\u00a0javascript:alert(1)', /invisible/],
  ['java\u200bscript:alert(1)', /invisible/],
  ['\ufeffjavascript:alert(1)', /invisible/],
  ['https://example.com/\u202egnp.exe', /invisible/],
  ['https://example.com/a b', /invisible/],
  ['https://example.com/\r\nset-cookie:a=b', /invisible/],
  ['https://example.com/\ud800', /invisible/],
  ['jаvascript:alert(1)', /full URL/],
  ['javascript：alert(1)', /full URL/],
  ['javascript&colon;alert(1)', /full URL/],
  ['java%73cript:alert(1)', /full URL/],
  ['https:example.com', /valid http or https/],
  ['https://', /valid http or https/],
  ['https:///path', /valid http or https/],
  ['https://\\evil.example', /valid http or https/],
  ['https://exa<mple.com', /valid http or https/],
  ['https://example.com:99999/', /valid http or https/],
  ['myapp:', /behind its scheme/],
  [`https://example.com/${'a'.repeat(8192 - 19)}`, /at most 8192/],
];

suite('destination URLs', () => {
  for (const url of ACCEPTED) {
    test(`${url.slice(0, 60)} is accepted`, () => assert.equal(checkDestination(url), null));
  }
  for (const [url, message] of REFUSED) {
    test(`${JSON.stringify(url.slice(0, 60))} is refused`, () => {
      assert.match(checkDestination(url)?.words ?? 'accepted', message);
    });
  }

  test('what passes is what the browser will read: never a refused scheme, always a header', () => {
    const pieces = fc.constantFrom(
      'java',
      'script',
      'data',
      'https',
      ':',
      '//',
      '\t',
      ' ',
      'é',
      '%',
      '🦊',
      'a',
      '\\',
      '@',
    );
    const text = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 8 });
    fc.assert(
      fc.property(text, (parts) => {
        const url = parts.join('');
        if (checkDestination(url) !== null) return;
        const header = destinationHeader(url);
        assert.match(header, /^[\x21-\x7e]+$/);
        assert.equal(checkDestination(header), null);
        if (!URL.canParse(url)) return;
        assert.doesNotMatch(new URL(url).protocol, /^(javascript|data|vbscript|file|blob):$/);
      }),
      { numRuns: 2000, seed: SEED },
    );
  });
});
