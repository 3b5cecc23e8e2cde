import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIMITS, RESERVED_QUERY_KEYS } from '@fairlead/contract/limits';
import * as fc from 'fast-check';
import { mergePassthrough, readPassthrough } from '#links/link/passthrough.ts';

const many = (count: number, value = 'v') =>
  Array.from({ length: count }, (_, index) => `k${index}=${value}`).join('&');

suite('passthrough forwards (Rule: passthrough)', () => {
  const ROWS: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
    ['nothing without a query', '', {}],
    [
      'values as strings',
      'n=1&b=true&z=null&o=[object]',
      { n: '1', b: 'true', z: 'null', o: '[object]' },
    ],
    ['decoded values', 'a=x%20y+z&b=%C3%BC&c=%26%3D%23', { a: 'x y z', b: 'ü', c: '&=#' }],
    ['decoded keys', '%61b=1', { ab: '1' }],
    ['a value with "="', 'a=b=c', { a: 'b=c' }],
    ['an empty value', 'a=&b', { a: '', b: '' }],
    ['no empty pairs', '&&a=1&&', { a: '1' }],
    ['no empty key', '=1&a=2', { a: '2' }],
    ['the last value of a repeated key', 'a=1&b=2&a=3', { a: '3', b: '2' }],
    [
      'the last valid value of a repeated key',
      `a=1&a=${'x'.repeat(LIMITS.passthroughValueLength + 1)}&a=%ff`,
      { a: '1' },
    ],
    ['no malformed percent-encoding', 'a=%&b=%zz&c=%c3&d%=1&e=1', { e: '1' }],
    [
      'no reserved keys',
      'debug=1&_dbg=1&_qr=1&_nodl=1&_lc=1&ulhop=1&d=1&__proto__=1&constructor=1&prototype=1&ok=1',
      { ok: '1' },
    ],
    ['no percent-encoded reserved keys', '%5F%5Fproto%5F%5F=1&%64=1', {}],
    [
      'reserved keys in another case or spelling',
      'D=1&Debug=1&debugs=1',
      { D: '1', Debug: '1', debugs: '1' },
    ],
    [
      'keys named like methods of objects',
      'toString=1&hasOwnProperty=2',
      { toString: '1', hasOwnProperty: '2' },
    ],
    [
      'only keys of letters, digits, _ and -',
      'a.b=1&a[]=1&a%20b=1&ü=1&a-b_C9=1',
      { 'a-b_C9': '1' },
    ],
    [
      'keys up to 64 characters',
      `${'k'.repeat(64)}=1&${'k'.repeat(65)}=2`,
      { ['k'.repeat(64)]: '1' },
    ],
    [
      `values up to ${LIMITS.passthroughValueLength} characters`,
      `a=${'x'.repeat(LIMITS.passthroughValueLength)}&b=${'x'.repeat(LIMITS.passthroughValueLength + 1)}`,
      { a: 'x'.repeat(LIMITS.passthroughValueLength) },
    ],
    ['no values with a NUL', 'a=x%00y&b=1', { b: '1' }],
    [
      '25 parameters without counting invalid keys',
      `${many(24)}&bad.key=1&last=1`,
      {
        ...Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`k${index}`, 'v'])),
        last: '1',
      },
    ],
  ];
  for (const [what, query, expected] of ROWS) {
    test(what, () => assert.deepEqual(Object.fromEntries(readPassthrough(query)), expected));
  }

  test('the first 25 in URL order', () => {
    const keys = [...readPassthrough(`debug=1&${many(30)}`).keys()];
    assert.deepEqual(
      keys,
      Array.from({ length: 25 }, (_, index) => `k${index}`),
    );
  });

  test('a repeated key once, with its last value even if that comes after the 25th', () => {
    const read = readPassthrough(`k0=x&k0=y&${many(26)}&k3=last&k25=no`);
    assert.equal(read.size, 25);
    assert.equal(read.get('k3'), 'last');
    assert.equal(read.has('k25'), false);
  });

  test('at most 4096 bytes of keys and values', () => {
    const query = `a=${'x'.repeat(1023)}&b=${'x'.repeat(1023)}&c=${'x'.repeat(1023)}&d1=${'x'.repeat(1022)}`;
    assert.deepEqual([...readPassthrough(query).keys()], ['a', 'b', 'c', 'd1']);
    assert.deepEqual([...readPassthrough(`${query}x`).keys()], ['a', 'b', 'c']);
  });

  test('nothing from the first parameter that does not fit, measured in UTF-8 bytes', () => {
    const euros = encodeURIComponent('€'.repeat(1000));
    const read = readPassthrough(`a=${euros}&b=${euros}&c=small`);
    assert.deepEqual([...read.keys()], ['a']);
  });
});

suite('merging forwarded into stored parameters', () => {
  test('forwarded values override stored ones, others stay', () => {
    const stored = { a: 1, b: { c: [2] }, promo: 'OLD' };
    const merged = mergePassthrough(stored, 'promo=NEW&x=1');
    assert.deepEqual(merged, { a: 1, b: { c: [2] }, promo: 'NEW', x: '1' });
    assert.deepEqual(stored, { a: 1, b: { c: [2] }, promo: 'OLD' });
  });

  test('without forwarded values the stored parameters are returned unchanged', () => {
    const stored = { a: 1 };
    assert.equal(mergePassthrough(stored, 'debug=1'), stored);
    assert.equal(mergePassthrough(null, ''), null);
    assert.deepEqual(mergePassthrough(null, 'a=1'), { a: '1' });
  });

  test('a stored __proto__ remains a plain key', () => {
    const stored: Record<string, unknown> = JSON.parse('{"__proto__":{"evil":true},"a":1}');
    const merged = mergePassthrough(stored, 'b=2&__proto__=3');
    assert.equal(JSON.stringify(merged), '{"__proto__":{"evil":true},"a":1,"b":"2"}');
    assert.equal('evil' in merged, false);
    assert.equal('evil' in {}, false);
  });
});

const encode = (list: readonly (readonly [string, string])[]) =>
  list.map(([k, v]) => `${encodeURIComponent(k)}=${encodeURIComponent(v)}`).join('&');

suite('passthrough with random queries', () => {
  const key = fc.oneof(
    fc.constantFrom(...RESERVED_QUERY_KEYS, 'toString', 'valueOf', 'a.b'),
    fc.stringMatching(/^[A-Za-z0-9_-]{1,66}$/),
    fc.string({ maxLength: 5 }),
  );
  const value = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ minLength: 1000, maxLength: 1050 }),
  );
  const pairs = fc.array(fc.tuple(key, value), { maxLength: 40 });

  test('every limit holds and the result survives JSON', () => {
    const pieces = fc.constantFrom(
      '&',
      '=',
      '%',
      '%00',
      '%ff',
      '+',
      'a',
      '__proto__',
      'ü',
      'x'.repeat(600),
    );
    const rawText = fc
      .array(fc.oneof(pieces, fc.string()), { maxLength: 60 })
      .map((list) => list.join(''));
    fc.assert(
      fc.property(fc.oneof(rawText, pairs.map(encode)), (query) => {
        const read = readPassthrough(query);
        assert.ok(read.size <= LIMITS.passthroughCount);
        let bytes = 0;
        for (const [name, text] of read) {
          assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
          assert.equal(RESERVED_QUERY_KEYS.has(name), false);
          assert.ok(text.length <= LIMITS.passthroughValueLength);
          bytes += Buffer.byteLength(name) + Buffer.byteLength(text);
        }
        assert.ok(bytes <= LIMITS.passthroughTotalBytes);
        const merged = mergePassthrough({ kept: 1 }, query);
        assert.deepEqual(JSON.parse(JSON.stringify(merged)), merged);
        assert.equal(Object.getPrototypeOf(merged), Object.prototype);
      }),
    );
  });

  test('valid parameters arrive exactly as encoded', () => {
    const valid = fc.uniqueArray(
      fc.tuple(
        fc.stringMatching(/^p[A-Za-z0-9_-]{0,20}$/),
        fc.string({ unit: 'grapheme', maxLength: 30 }),
      ),
      { maxLength: 20, selector: ([name]) => name },
    );
    fc.assert(
      fc.property(valid, (list) => {
        const sent = list.filter(([name, text]) => name !== 'prototype' && !text.includes('\0'));
        assert.deepEqual([...readPassthrough(encode(sent))], sent);
      }),
    );
  });

  test('stored keys that are not in the query are unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), pairs, (stored, list) => {
        const merged = mergePassthrough(stored, encode(list));
        const named = new Set(list.map(([name]) => name));
        for (const [name, before] of Object.entries(stored)) {
          if (!named.has(name))
            assert.deepEqual(Object.getOwnPropertyDescriptor(merged, name)?.value, before);
        }
      }),
    );
  });
});
