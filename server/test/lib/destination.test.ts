import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import {
  checkDestination,
  checkNewDestination,
  serialiseDestination,
} from '#platform/lib/web/destination.ts';

/** Appendix B of RFC 3986 with the characters that its grammar allows in each part. */
const URI =
  /^[a-z][a-z0-9+.-]*:(\/\/[\w.~!$&'()*+,;=:@[\]%-]*)?[\w.~!$&'()*+,;=:@/%-]*(\?[\w.~!$&'()*+,;=:@/?%-]*)?(#[\w.~!$&'()*+,;=:@/?%-]*)?$/i;

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
  'intent://x#Intent;scheme=a;S.browser_fallback_url=https%3A%2F%2Fexample.com%2F;end',
  'intent:#Intent;package=a.b;S.browser_fallback_url=myapp%3A%2F%2Fx;end',
  'mailto:a@example.com?subject=a%20b',
  'tel:+436601234',
  'sms:+436601234?body=hi',
  'msteams://x',
  'https://example.com/a b',
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
  ['ms-word:ofe|u|https://evil.example/a.docx', /ms-word: scheme/],
  ['MS-settings:', /ms-settings: scheme/],
  ['search-ms:query=a&crumb=location:evil.example', /search-ms: scheme/],
  ['shell:startup', /shell: scheme/],
  ['chrome://settings', /chrome: scheme/],
  ['about:blank', /about: scheme/],
  ['res://ieframe.dll/a.htm', /res: scheme/],
  ['intent://x#Intent;S.browser_fallback_url=javascript%3Aalert(1);end', /browser_fallback_url/],
  ['intent://x#Intent;S.browser_fallback_url=javascript:alert(1);end', /browser_fallback_url/],
  ['intent://x#Intent;S.browser%5Ffallback_url=data%3Ax;end', /browser_fallback_url/],
  ['intent://x#Intent;S.browser_fallback_url=%zz;end', /browser_fallback_url/],
  ['intent://x#Intent;S.browser_fallback_url=intent%3A%23Intent%3Bend;end', /browser_fallback_url/],
  ['intent://x#Intent;scheme=JavaScript;end', /javascript: scheme/],
  ['intent:javascript:alert(1)#Intent;end', /javascript: scheme/],
  ['intent:', /behind its scheme/],
  [' javascript:alert(1)', /full URL/],
  ['java\tscript:alert(1)', /invisible/],
  ['java\nscript:alert(1)', /invisible/],
  ['\u0000javascript:alert(1)', /invisible/],
  ['\u00a0javascript:alert(1)', /full URL/],
  ['java\u200bscript:alert(1)', /invisible/],
  ['\ufeffjavascript:alert(1)', /invisible/],
  ['https://example.com/\u202egnp.exe', /invisible/],
  ['https://example.com/\u2028x', /invisible/],
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

/** What is sent, and what is stored and answered for it. */
const SERIALISED: readonly (readonly [string, string])[] = [
  // A URI stays as it is, also where browsers would write it in another way.
  ['HTTPS://EXAMPLE.COM:443/a/../b', 'HTTPS://EXAMPLE.COM:443/a/../b'],
  ['myapp://Product/42?a=%20#b', 'myapp://Product/42?a=%20#b'],
  ['https://[2001:db8::1]:8443/x?y#z', 'https://[2001:db8::1]:8443/x?y#z'],
  ['https://user:pw@example.com/', 'https://user:pw@example.com/'],
  ['https://example.com/a b', 'https://example.com/a%20b'],
  ['https://example.com/ä?x=ß#ü', 'https://example.com/%C3%A4?x=%C3%9F#%C3%BC'],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  ['https://example.com/"<>`{}|^', 'https://example.com/%22%3C%3E%60%7B%7D%7C%5E'],
  ['https://example.com/?q={a}|b^[c]', 'https://example.com/?q=%7Ba%7D%7Cb%5E%5Bc%5D'],
  ['https://example.com/#a#b', 'https://example.com/#a%23b'],
  ['myapp://open?text=größer als', 'myapp://open?text=gr%C3%B6%C3%9Fer%20als'],
  ['myapp://🦊', 'myapp://%F0%9F%A6%8A'],
];

suite('destination URLs', () => {
  for (const [sent, stored] of SERIALISED) {
    test(`${sent} is stored as ${stored}`, () => {
      assert.equal(checkNewDestination(sent), null);
      assert.equal(serialiseDestination(sent), stored);
      assert.equal(serialiseDestination(stored), stored);
    });
  }

  test('invalid percent-encoding is refused in new links, but stored URLs still open', () => {
    for (const url of ['https://example.com/%zz', 'https://example.com/?a=100%', 'myapp://a%']) {
      assert.match(checkNewDestination(url)?.message ?? 'accepted', /%25/);
      assert.equal(checkDestination(url), null);
      assert.equal(serialiseDestination(url), url);
    }
  });

  test('the length limit applies to the percent-encoded URL', () => {
    const url = `https://example.com/${'ä'.repeat(2000)}`;
    assert.equal(checkDestination(url), null);
    assert.match(checkNewDestination(url)?.message ?? 'accepted', /at most 8192/);
  });

  for (const url of ACCEPTED) {
    test(`${url.slice(0, 60)} is accepted`, () => assert.equal(checkDestination(url), null));
  }
  for (const [url, message] of REFUSED) {
    test(`${JSON.stringify(url.slice(0, 60))} is refused`, () => {
      assert.match(checkDestination(url)?.message ?? 'accepted', message);
    });
  }

  test('an accepted URL never has a refused scheme and is always a valid header', () => {
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
      '[',
      '#',
      '?',
    );
    const text = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 8 });
    fc.assert(
      fc.property(text, (parts) => {
        const url = parts.join('');
        if (checkDestination(url) !== null) return;
        const header = serialiseDestination(url);
        assert.match(header, /^[\x21-\x7e]+$/);
        assert.equal(checkDestination(header), null);
        if (checkNewDestination(url) === null) assert.match(header, URI);
        if (!URL.canParse(url)) return;
        assert.doesNotMatch(new URL(url).protocol, /^(javascript|data|vbscript|file|blob):$/);
      }),
      { numRuns: 2000 },
    );
  });
});
