import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIMITS } from '@fairlead/contract/limits';
import { SOURCES } from '@fairlead/imports/sources/index';
import type { Source } from '@fairlead/imports/Source';
import { convertFile, convertObject, line } from './convertRow.ts';

const { dub, shlink, shortio } = SOURCES;
const WEB = 'https://acme.example';

/** The link that a record becomes, which it always does, and what is said of it. */
function become(source: Source, fields: Record<string, unknown>) {
  const { links, unmade, findings } = convertObject(source, fields);
  assert.deepEqual(unmade, []);
  assert.equal(links.length, 1);
  return { link: links[0]!, said: findings.map(({ field, message }) => `${field}: ${message}`) };
}

suite('Dub', () => {
  const LINK = { shortLink: 'https://go.acme.example/x', url: `${WEB}/` };

  test('countries with one destination are one rule; phones keep their own', () => {
    const { link, said } = become(dub, {
      ...LINK,
      ios: `${WEB}/i`,
      geo: { DE: `${WEB}/de`, UK: `${WEB}/en`, AT: `${WEB}/de` },
    });
    assert.deepEqual(said, []);
    assert.deepEqual(link.rules, [
      {
        name: 'DE, AT',
        when: { country: ['DE', 'AT'] },
        to: { fallbackUrl: `${WEB}/de`, iosUrl: `${WEB}/i` },
      },
      {
        name: 'GB',
        when: { country: ['GB'] },
        to: { fallbackUrl: `${WEB}/en`, iosUrl: `${WEB}/i` },
      },
    ]);
  });

  test('what is no country or no destination is left out by name, and so is what is too much', () => {
    const { link, said } = become(dub, {
      ...LINK,
      geo: { XQ: `${WEB}/1`, Germany: `${WEB}/2`, FR: 'javascript:alert(1)', IT: `${WEB}/it` },
    });
    assert.deepEqual(
      link.rules?.map(({ name }) => name),
      ['IT'],
    );
    assert.deepEqual(said, [
      `geo: “XQ” is no country code: its destination “${WEB}/1” is left out`,
      `geo: “Germany” is no country code: its destination “${WEB}/2” is left out`,
      'geo: The rule to “javascript:alert(1)” is left out: that is no destination',
    ]);
    const codes = 'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI'.split(' ');
    const many = become(dub, {
      ...LINK,
      geo: Object.fromEntries(codes.map((code) => [code, `${WEB}/${code}`])),
    });
    assert.equal(many.link.rules?.length, LIMITS.rulesPerLink);
    assert.deepEqual(many.said, [
      `geo: The rule to “${WEB}/BI” is left out: a link has at most ${LIMITS.rulesPerLink} rules`,
    ]);
  });

  test('a test becomes an experiment, whose variant with the link’s own URL has no destination', () => {
    const { link, said } = become(dub, {
      ...LINK,
      android: `${WEB}/a`,
      testVariants: [
        { url: `${WEB}/`, percentage: 70 },
        { url: `${WEB}/new`, percentage: 30 },
      ],
      testCompletedAt: '2100-01-01T00:00:00.000Z',
    });
    assert.deepEqual(link.variants, [
      { name: 'A', share: 70, to: {} },
      { name: 'B', share: 30, to: { fallbackUrl: `${WEB}/new`, androidUrl: `${WEB}/a` } },
    ]);
    assert.match(said.join(), /would have ended on “2100/);
  });

  const ONE = { url: `${WEB}/1`, percentage: 50 };
  const FAULTS: readonly [string, unknown, RegExp][] = [
    [
      'shares that do not add up',
      [ONE, { ...ONE, percentage: 40 }],
      /add up to “90” and not to 100/,
    ],
    ['one variant', [{ ...ONE, percentage: 100 }], /2 to 5 variants/],
    ['six variants', Array.from({ length: 6 }, () => ONE), /2 to 5 variants/],
    [
      'a share of nothing',
      [
        { ...ONE, percentage: 100 },
        { ...ONE, percentage: 0 },
      ],
      /at least 1/,
    ],
    ['a share that is none', [ONE, { url: `${WEB}/2` }], /at least 1/],
    ['a share of thirds', [{ ...ONE, percentage: 66.667 }, ONE], /two decimals/],
    ['a variant without a destination', [ONE, { percentage: 50 }], /no destination/],
    ['no list', 'often', /2 to 5 variants/],
  ];
  for (const [what, testVariants, why] of FAULTS) {
    test(`${what}: the link is made without the experiment, and the row says why`, () => {
      const { link, said } = become(dub, { ...LINK, testVariants });
      assert.equal(link.variants, undefined);
      assert.equal(said.length, 1);
      assert.match(said[0]!, why);
    });
  }

  test('a test that has ended is no experiment any more', () => {
    const testVariants = [ONE, { ...ONE, url: `${WEB}/2` }];
    const testCompletedAt = '2025-01-01T00:00:00.000Z';
    const { link, said } = become(dub, { ...LINK, testVariants, testCompletedAt });
    assert.equal(link.variants, undefined);
    assert.match(said.join(), /has ended on “2025/);
  });

  test('the URL for afterwards is kept, unless the link was switched off', () => {
    const ended = { ...LINK, expiresAt: '2030-01-01T00:00:00Z', expiredUrl: `${WEB}/over` };
    assert.equal(become(dub, ended).link.expiredUrl, `${WEB}/over`);
    const off = become(dub, { ...ended, disabledAt: '2025-01-01T00:00:00Z' }).link;
    assert.deepEqual([off.expiresAt, off.expiredUrl], ['2025-01-01T00:00:00.000Z', undefined]);
  });

  test('a file has countries and variants as JSON', () => {
    const { conversions } = convertFile(
      line('Short link', 'Destination URL', 'geo', 'testVariants') +
        line(
          LINK.shortLink,
          LINK.url,
          JSON.stringify({ DE: `${WEB}/de` }),
          JSON.stringify([ONE, { ...ONE, url: `${WEB}/2` }]),
        ) +
        line('https://go.acme.example/y', LINK.url, 'DE', ''),
    );
    const [first, second] = conversions;
    assert.equal(first?.links[0]?.rules?.length, 1);
    assert.equal(first?.links[0]?.variants?.length, 2);
    assert.equal(second?.links.length, 1);
    assert.match(second?.findings[0]?.message ?? '', /“DE” has no countries/);
  });
});

suite('Shlink', () => {
  const LINK = { shortUrl: 'https://s.acme.example/x', longUrl: `${WEB}/` };
  const rule = (path: string, priority: number, ...conditions: readonly object[]) => ({
    longUrl: `${WEB}/${path}`,
    priority,
    conditions,
  });
  const when = (type: string, matchValue: string | null, matchKey: string | null = null) => ({
    type,
    matchKey,
    matchValue,
  });

  test('redirect rules become rules in the order of their priority, with all of their conditions', () => {
    const { link, said } = become(shlink, {
      ...LINK,
      redirectRules: [
        rule('i', 4, when('device', 'ios')),
        rule('q', 2, when('query-param', 'a', 'ref'), when('valueless-query-param', null, 'new')),
        rule('de', 1, when('language', 'de_AT'), when('geolocation-country-code', 'DE')),
        rule(
          's',
          3,
          when('after-date', '2030-01-01T00:00:00Z'),
          when('before-date', '2030-02-01T00:00:00Z'),
        ),
        rule('any', 5, when('any-value-query-param', null, 'ref'), when('device', 'mobile')),
      ],
    });
    assert.deepEqual(said, []);
    assert.deepEqual(
      link.rules?.map(({ when: condition, to }) => [to.fallbackUrl, condition]),
      [
        [`${WEB}/de`, { language: ['de-AT'], country: ['DE'] }],
        [`${WEB}/q`, { query: { ref: 'a', new: '' } }],
        [`${WEB}/s`, { from: '2030-01-01T00:00:00.000Z', to: '2030-02-01T00:00:00.000Z' }],
        [`${WEB}/i`, { platform: ['ios'] }],
        [`${WEB}/any`, { query: { ref: null }, platform: ['ios', 'android'] }],
      ],
    );
    assert.equal(link.iosUrl, undefined);
  });

  const LOST: readonly [readonly object[], RegExp][] = [
    [[when('ip-address', '10.0.0.0/8')], /no condition for the ip-address “10\.0\.0\.0\/8”/],
    [[when('geolocation-city-name', 'Wien')], /geolocation-city-name “Wien”/],
    [[when('browser', 'firefox')], /browser “firefox”/],
    [[when('device', 'windows')], /device “windows”/],
    [[when('geolocation-country-code', 'XQ')], /geolocation-country-code “XQ”/],
    [[when('language', 'Deutsch')], /language “Deutsch”/],
    [[when('before-date', 'soon')], /before-date “soon”/],
    [[when('constructor', 'x')], /constructor “x”/],
    [[when('device', 'ios'), when('device', 'android')], /no visitor fits the device “android”/],
    [
      [when('query-param', '1', 'a'), when('query-param', '2', 'a')],
      /query-param “a=2” and the rest/,
    ],
    [[when('after-date', '2030-01-01'), when('before-date', '2029-01-01')], /no visitor fits/],
    [[], /it has no condition/],
  ];
  for (const [conditions, why] of LOST) {
    test(`a rule that cannot be kept is named on its row: ${why.source}`, () => {
      const { link, said } = become(shlink, {
        ...LINK,
        redirectRules: [rule('lost', 1, ...conditions), rule('i', 2, when('device', 'ios'))],
      });
      assert.equal(said.length, 1);
      assert.match(said[0]!, why);
      assert.match(
        said[0]!,
        /^redirectRules: The rule to “https:\/\/acme\.example\/lost” is left out/,
      );
      assert.deepEqual([link.iosUrl, link.rules], [`${WEB}/i`, undefined]);
    });
  }

  test('of a limit of visits, what is left is kept', () => {
    const meta = { validSince: '2020-01-01T00:00:00Z', validUntil: null, maxVisits: 20 };
    const { link, said } = become(shlink, { ...LINK, meta, visitsSummary: { total: 12 } });
    assert.equal(link.expiresAfterClicks, 8);
    assert.deepEqual(said, [
      'validSince: A link is good from the start',
      'maxVisits: “12” of “20” are used; it ends after “8” clicks here',
    ]);
  });
});

suite('Short.io', () => {
  const LINK = { shortURL: 'https://go.acme.example/x', originalURL: `${WEB}/` };

  test('URLs for phones come before countries, and those before the split', () => {
    const { link, said } = become(shortio, {
      ...LINK,
      iphoneURL: `${WEB}/i`,
      link_country: [
        { country: 'DE', originalURL: `${WEB}/de` },
        { country: 'AT', originalURL: `${WEB}/de` },
      ],
      splitURL: `${WEB}/b`,
      splitPercent: 25,
      expiredURL: `${WEB}/over`,
    });
    assert.deepEqual(said, []);
    assert.deepEqual(link.rules, [
      {
        name: 'DE, AT',
        when: { country: ['DE', 'AT'] },
        to: { fallbackUrl: `${WEB}/de`, iosUrl: `${WEB}/i` },
      },
    ]);
    assert.deepEqual(link.variants, [
      { name: 'A', share: 75, to: {} },
      { name: 'B', share: 25, to: { fallbackUrl: `${WEB}/b`, iosUrl: `${WEB}/i` } },
    ]);
    assert.equal(link.expiredUrl, `${WEB}/over`);
  });

  test('a split of all visitors is the destination; one without a percentage is left out by name', () => {
    const all = become(shortio, { ...LINK, splitURL: `${WEB}/b`, splitPercent: 100 });
    assert.deepEqual([all.link.fallbackUrl, all.link.variants], [`${WEB}/b`, undefined]);
    const none = become(shortio, { ...LINK, splitURL: `${WEB}/b` });
    assert.equal(none.link.variants, undefined);
    assert.match(none.said.join(), /splitURL: The experiment with .* is left out/);
  });

  test('regions are named as lost, each on its row', () => {
    const { link, said } = become(shortio, {
      ...LINK,
      link_region: [{ country: 'US', region: 'CA', originalURL: `${WEB}/ca` }],
    });
    assert.equal(link.rules, undefined);
    assert.deepEqual(said, [
      `link_region: The rule for the region “CA, US” to “${WEB}/ca” is left out: rules know no regions`,
    ]);
  });

  test('a limit that is used up ends the link; what is no number is reported', () => {
    const over = become(shortio, { ...LINK, clicksLimit: 5, clicks: 5 });
    assert.equal(over.link.expiresAt, '1970-01-01T00:00:00.000Z');
    assert.match(over.said.join(), /All “5” are used/);
    assert.match(
      become(shortio, { ...LINK, clicksLimit: 'few' }).said.join(),
      /“few” is no number/,
    );
  });
});
