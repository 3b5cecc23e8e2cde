import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertFile, line } from './convertRow.ts';

const HEADINGS = [
  'Short link',
  'Deep link',
  'Android package name',
  'Android fallback link',
  'Android minimum package version code',
  'iOS bundle ID',
  'iOS fallback link',
  'iOS custom scheme',
  'iOS iPad fallback link',
  'iOS iPad bundle ID',
  'iOS app store ID',
  'iOS minimum version',
  'Enable forced redirect?',
  'Desktop fallback link',
  'Social title',
  'Social description',
  'Social image link',
  'UTM source',
  'UTM medium',
  'UTM campaign',
  'UTM term',
  'UTM content',
  'iTunes Connect at',
  'iTunes Connect ct',
  'iTunes Connect mt',
  'iTunes Connect pt',
  'Archived?',
  'Link name',
  'Creation timestamp',
];

type Cells = Readonly<Record<string, string | number>>;
const ROW: Cells = {
  'Short link': 'https://go.acme.example/AbCd',
  'Deep link': 'https://acme.example/p/7?x=1',
};

/** The first row of a Takeout file with these cells. */
function convert(cells: Cells, headings: readonly string[] = HEADINGS) {
  const given = { ...ROW, ...cells };
  const { source, conversions } = convertFile(
    line(...headings) + line(...HEADINGS.map((heading) => given[heading] ?? '')),
  );
  assert.equal(source, 'firebase');
  const [conversion] = conversions;
  assert.ok(conversion);
  return conversion;
}

const APPS = { 'Android package name': 'com.acme.app', 'iOS bundle ID': 'com.acme.ios' };

suite('Firebase Dynamic Links', () => {
  test('a link with both apps keeps stores, preview, campaign, name and creation time', () => {
    const { links, findings } = convert({
      ...APPS,
      'iOS app store ID': '123456789',
      'Social title': 'Seven',
      'Social description': 'The seventh',
      'Social image link': 'https://acme.example/7.png',
      'UTM source': 'tv',
      'UTM campaign': 'spring',
      'iTunes Connect at': 'aff',
      'iTunes Connect pt': '99',
      'Link name': 'Spring poster',
      'Creation timestamp': '2023-04-01T09:00:00Z',
      'Enable forced redirect?': 'TRUE',
      'Archived?': 'false',
    });
    assert.deepEqual(findings, []);
    assert.deepEqual(links, [
      {
        type: 'dynamic',
        slug: 'AbCd',
        domain: 'go.acme.example',
        externalId: 'firebase:go.acme.example/AbCd',
        name: 'Spring poster',
        fallbackUrl: 'https://acme.example/p/7?x=1&utm_source=tv&utm_campaign=spring',
        iosFallbackUrl: 'https://apps.apple.com/app/id123456789?at=aff&pt=99',
        androidFallbackUrl: 'https://play.google.com/store/apps/details?id=com.acme.app',
        iosBrowserAutoOpen: true,
        archived: false,
        createdAt: '2023-04-01T09:00:00.000Z',
        parameters: {
          link: 'https://acme.example/p/7?x=1',
          utm_source: 'tv',
          utm_campaign: 'spring',
        },
        metadata: {
          ogTitle: 'Seven',
          ogDescription: 'The seventh',
          ogImage: 'https://acme.example/7.png',
        },
      },
    ]);
  });

  const WHERE: [string, Cells, Record<string, unknown>][] = [
    [
      'fallback links take precedence over stores',
      {
        ...APPS,
        'iOS app store ID': '1',
        'iOS fallback link': 'https://acme.example/i',
        'Android fallback link': 'https://acme.example/a',
      },
      {
        type: 'dynamic',
        iosFallbackUrl: 'https://acme.example/i',
        androidFallbackUrl: 'https://acme.example/a',
      },
    ],
    [
      'a desktop link applies to desktops only; phones get the deep link',
      { ...APPS, 'Desktop fallback link': 'https://acme.example/desk' },
      { fallbackUrl: 'https://acme.example/desk', iosFallbackUrl: 'https://acme.example/p/7?x=1' },
    ],
    [
      'a link without apps becomes a plain redirect',
      {},
      { type: 'unified', fallbackUrl: 'https://acme.example/p/7?x=1', iosUrl: undefined },
    ],
    [
      'a link without apps keeps its separate desktop destination',
      { 'Desktop fallback link': 'https://acme.example/desk' },
      {
        type: 'unified',
        fallbackUrl: 'https://acme.example/desk',
        iosUrl: 'https://acme.example/p/7?x=1',
        androidUrl: 'https://acme.example/p/7?x=1',
      },
    ],
  ];
  for (const [rule, cells, fields] of WHERE) {
    test(rule, () => {
      const [link] = convert(cells).links;
      for (const [name, value] of Object.entries(fields)) {
        assert.deepEqual(
          Object.entries(link ?? {}).find(([each]) => each === name)?.[1],
          value,
          name,
        );
      }
    });
  }

  test('lost and changed settings are reported with field and reason', () => {
    const { findings } = convert({
      ...APPS,
      'iOS iPad fallback link': 'https://acme.example/pad',
      'Android minimum package version code': '42',
    });
    assert.deepEqual(
      findings.map(({ field, kind }) => [field, kind]),
      [
        ['amv', 'changed'],
        ['ipfl', 'lost'],
      ],
    );
  });

  test('a link with an app on one system only is reported', () => {
    const { findings } = convert({ 'iOS bundle ID': 'com.acme.ios' });
    assert.match(findings[0]?.message ?? '', /no app on Android/);
  });

  test('the path prefix of a domain becomes part of the slug', () => {
    const [link] = convert({ 'Short link': 'https://acme.example/promo/AbCd' }).links;
    assert.equal(link?.slug, 'promo/AbCd');
    assert.equal(link?.externalId, 'firebase:acme.example/promo/AbCd');
  });

  test('page.link URLs are skipped unless a new domain is given', () => {
    const text =
      line(...HEADINGS) +
      line(
        'https://acme.page.link/x1',
        'https://acme.example/',
        ...HEADINGS.slice(2).map(() => ''),
      );
    const [kept] = convertFile(text).conversions;
    assert.deepEqual(kept?.links, []);
    assert.match(kept?.unmade[0]?.reason ?? '', /acme\.page\.link belongs to Firebase.*--domain/);
    const [moved] = convertFile(text, { domain: 'go.acme.example' }).conversions;
    assert.equal(moved?.links[0]?.domain, 'go.acme.example');
    assert.equal(moved?.links[0]?.externalId, 'firebase:acme.page.link/x1');
    assert.match(
      moved?.findings[0]?.message ?? '',
      /moves from acme\.page\.link\/x1 to go\.acme\.example\/x1/,
    );
  });

  test('headings may have the parameter in brackets, in any order and number', () => {
    const { source, conversions } = convertFile(
      line(
        'Link name',
        'Short link',
        'Deep link (link)',
        'Android package name (apn)',
        'iOS bundle ID (ibi)',
      ) +
        line(
          'One',
          'https://go.acme.example/one',
          'https://acme.example/1',
          'com.acme.app',
          'com.acme.ios',
        ),
    );
    assert.equal(source, 'firebase');
    const [link] = conversions[0]?.links ?? [];
    assert.equal(link?.name, 'One');
    assert.equal(link?.type, 'dynamic');
    assert.deepEqual(link?.parameters, { link: 'https://acme.example/1' });
  });

  test('files of 29 columns are matched by position, whatever the headings', () => {
    const strange = HEADINGS.map((heading, place) => (place === 0 ? heading : `Spalte ${place}`));
    const [link] = convert({ 'Link name': 'Plakat' }, strange).links;
    assert.equal(link?.name, 'Plakat');
  });

  test('a link that leads to its own domain is reported as a possible loop', () => {
    const { findings } = convert({ 'Deep link': 'https://go.acme.example/other' });
    assert.match(findings[0]?.message ?? '', /check that it is no circle/);
  });

  test('timestamps may be epoch seconds or milliseconds', () => {
    for (const stamp of [1680339600, 1680339600000]) {
      assert.equal(
        convert({ 'Creation timestamp': stamp }).links[0]?.createdAt,
        '2023-04-01T09:00:00.000Z',
      );
    }
  });
});
