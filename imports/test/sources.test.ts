import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseCsv, recordsOf } from '@fairlead/imports/readFile';
import { readSqlDump } from '@fairlead/imports/readSqlDump';
import { SOURCES } from '@fairlead/imports/sources/index';
import { LIMITS } from '@fairlead/contract/limits';
import { createConverter } from '@fairlead/imports/convert';
import { convertFile, convertObject, line } from './convertRow.ts';

const { branch, bitly, shlink, kutt, dub, shortio, rebrandly, yourls } = SOURCES;

suite('sources are recognized by their headings', () => {
  const FILES: [string, string[]][] = [
    ['branch', ['Link title', 'URL', 'Channel', 'Campaign', 'Feature', 'Tags']],
    ['bitly', ['Bitlink', 'Long URL', 'Title', 'Tags', 'Created']],
    ['shlink', ['Long URL', 'Short code', 'Domain', 'Title', 'Tags']],
    ['yourls', ['keyword', 'url', 'title', 'timestamp', 'ip', 'clicks']],
    ['kutt', ['address', 'target', 'description']],
    ['dub', ['Short link', 'Destination URL', 'Clicks', 'Created at']],
    ['shortio', ['originalURL', 'path', 'title', 'iphoneURL']],
    ['rebrandly', ['slashtag', 'destination', 'title']],
    ['csv', ['Short URL', 'Target']],
  ];
  for (const [id, headings] of FILES) {
    test(`${id}: ${headings.join(', ')}`, () => {
      const cells = headings.map(() => 'https://acme.example/x');
      assert.equal(convertFile(line(...headings) + line(...cells)).source, id);
    });
  }
});

suite('Branch', () => {
  const URL = 'https://go.acme.example/A1b2/xYz';

  test('control keys, analytics tags and app data are mapped to fields of the link', () => {
    const { links, findings } = convertObject(branch, {
      url: URL,
      channel: 'email',
      tags: ['spring', 'print'],
      $deeplink_path: 'article/7',
      $desktop_url: 'https://acme.example/7',
      $fallback_url: 'https://acme.example/get',
      $ios_url: 'https://apps.apple.com/app/id1',
      $og_title: 'Hi',
      $twitter_card: 'summary',
      $marketing_title: 'Article',
      $exp_date: 1893456000000,
      user_id: 42,
      nested: { a: [1] },
      '~id': '9001',
      '+click_timestamp': 1,
    });
    assert.deepEqual(findings, []);
    assert.deepEqual(links, [
      {
        type: 'dynamic',
        slug: 'A1b2/xYz',
        domain: 'go.acme.example',
        externalId: 'branch:go.acme.example/A1b2/xYz',
        name: 'Article',
        tags: ['spring', 'print'],
        expiresAt: '2030-01-01T00:00:00.000Z',
        fallbackUrl: 'https://acme.example/7',
        iosFallbackUrl: 'https://apps.apple.com/app/id1',
        androidFallbackUrl: 'https://acme.example/get',
        parameters: {
          '~channel': 'email',
          '~tags': ['spring', 'print'],
          $deeplink_path: 'article/7',
          user_id: 42,
          nested: { a: [1] },
        },
        metadata: { ogTitle: 'Hi', twitterCard: 'summary' },
      },
    ]);
  });

  test('web-only links become unified links that open no app', () => {
    const [link] = convertObject(branch, {
      url: URL,
      $web_only: true,
      $fallback_url: 'https://acme.example/',
    }).links;
    assert.equal(link?.type, 'unified');
    assert.equal(link?.iosUrl, 'https://acme.example/');
    assert.equal(link?.iosFallbackUrl, undefined);
  });

  test('country rules, one-time links and deepviews are reported as lost', () => {
    const { findings } = convertObject(branch, {
      url: URL,
      $fallback_url_de: 'https://acme.example/de',
      $one_time_use: true,
      $ios_deepview: 'default',
      $something_new: 1,
    });
    assert.deepEqual(
      findings.map(({ field, kind }) => [field, kind]),
      [
        ['$fallback_url_de', 'lost'],
        ['$one_time_use', 'lost'],
        ['$ios_deepview', 'lost'],
        ['$something_new', 'lost'],
      ],
    );
  });
});

suite('Bitly', () => {
  const LINK = {
    id: 'go.acme.example/2ZabC',
    link: 'https://go.acme.example/2ZabC',
    long_url: 'https://acme.example/x?utm_source=tv',
    title: 'TV spot',
    archived: true,
    created_at: '2024-01-05T08:00:00+0000',
    custom_bitlinks: ['https://go.acme.example/tv', 'https://tv.acme.example/now'],
    tags: ['spring'],
  };

  test('a record with several short URLs becomes several links', () => {
    const { links } = convertObject(bitly, LINK);
    assert.deepEqual(
      links.map(({ externalId = '' }) => externalId).toSorted((a, b) => a.localeCompare(b)),
      ['bitly:go.acme.example/2ZabC', 'bitly:go.acme.example/tv', 'bitly:tv.acme.example/now'],
    );
    for (const link of links) {
      assert.equal(link.fallbackUrl, LINK.long_url);
      assert.equal(link.archived, true);
      assert.equal(link.createdAt, '2024-01-05T08:00:00.000Z');
    }
  });

  test('bit.ly URLs are skipped; only their custom domains become links', () => {
    const inner = { ...LINK, id: 'bit.ly/2ZabC', link: 'https://bit.ly/2ZabC' };
    assert.equal(convertObject(bitly, inner).links.length, 2);
    const { links, unmade } = convertObject(bitly, { ...inner, custom_bitlinks: [] });
    assert.deepEqual(links, []);
    assert.match(unmade[0]?.reason ?? '', /bit\.ly belongs to Bitly/);
  });

  test('deep links become phone destinations if they are full URIs; others are reported', () => {
    const { links, findings } = convertObject(bitly, {
      ...LINK,
      deeplinks: [
        { os: 'ios', app_uri_path: 'acme://x' },
        { os: 'android', app_uri_path: '/x' },
      ],
    });
    assert.equal(links[0]?.iosUrl, 'acme://x');
    assert.equal(findings[0]?.field, 'deeplinks');
  });
});

suite('Shlink', () => {
  const LINK = {
    shortCode: 'a1b2c',
    shortUrl: 'https://s.acme.example/a1b2c',
    longUrl: 'https://acme.example/a',
    domain: null,
    dateCreated: '2022-05-05T10:00:00+02:00',
    title: 'Poster',
    tags: ['spring'],
    meta: { validSince: null, validUntil: '2030-01-01T00:00:00+00:00', maxVisits: 5 },
    visitsSummary: { total: 12, nonBots: 10, bots: 2 },
    forwardQuery: false,
  };
  const by = (matchValue: string) => [{ type: 'device', matchKey: null, matchValue }];

  test('expiry, visits and device rules are kept; a limit of visits that are used up ends the link', () => {
    const { links, findings } = convertObject(shlink, {
      ...LINK,
      redirectRules: [
        { longUrl: 'https://acme.example/i', priority: 1, conditions: by('ios') },
        { longUrl: 'https://acme.example/m', priority: 2, conditions: by('mobile') },
      ],
    });
    const [link] = links;
    assert.equal(link?.iosUrl, 'https://acme.example/i');
    assert.equal(link?.androidUrl, 'https://acme.example/m');
    assert.equal(link?.expiresAt, link?.createdAt);
    assert.equal(link?.importedClicks, 12);
    assert.deepEqual(
      findings.map(({ field, kind }) => [field, kind]),
      [['maxVisits', 'changed']],
    );
  });

  test('a desktop rule sets the desktop destination; phones keep the long URL', () => {
    const [link] = convertObject(shlink, {
      ...LINK,
      redirectRules: [
        { longUrl: 'https://acme.example/d', priority: 1, conditions: by('desktop') },
      ],
    }).links;
    assert.equal(link?.fallbackUrl, 'https://acme.example/d');
    assert.equal(link?.iosUrl, 'https://acme.example/a');
  });

  test('the CSV file has short code and domain in separate columns', () => {
    const { conversions } = convertFile(
      'Long URL,Short code,Domain,Title,Tags\nhttps://acme.example/a,a1b2c,go.acme.example,Poster,spring|print\n',
    );
    const [link] = conversions[0]?.links ?? [];
    assert.deepEqual(
      [link?.domain, link?.slug, link?.tags],
      ['go.acme.example', 'a1b2c', ['spring', 'print']],
    );
  });

  test('codes that differ only by case become two links, with a warning', () => {
    const converter = createConverter(shlink);
    converter.convert({ row: 1, fields: LINK });
    const { links, findings } = converter.convert({
      row: 2,
      fields: { ...LINK, shortUrl: 'https://s.acme.example/A1B2C' },
    });
    assert.equal(links.length, 1);
    assert.ok(findings.some(({ message }) => message.includes('by case alone')));
  });

  test('a code with characters that a slug cannot have is refused with the reason', () => {
    const { unmade } = convertObject(shlink, {
      ...LINK,
      shortUrl: 'https://s.acme.example/%F0%9F%9A%80',
    });
    assert.match(unmade[0]?.reason ?? '', /characters that a slug cannot have/);
  });
});

suite('YOURLS', () => {
  const DUMP = `CREATE TABLE \`yourls_url\` (\`keyword\` varchar(100));
INSERT INTO \`yourls_url\` VALUES ('ozh','https://acme.example/?a=\\'b\\'','It''s, home','2023-02-01 10:11:12','192.0.2.1',12),
('two','https://acme.example/2',NULL,'2023-02-02 00:00:00','192.0.2.1',0);
INSERT INTO \`yourls_log\` VALUES (1,'2023-02-01 10:11:12','ozh','direct','','192.0.2.1','');
`;

  test('an SQL dump is parsed with its quotes and escapes', () => {
    const file = readSqlDump(DUMP);
    assert.ok(file);
    const converter = createConverter(yourls, { domain: 's.acme.example' });
    const links = recordsOf(file, yourls).flatMap((record) => converter.convert(record).links);
    assert.deepEqual(links[0], {
      type: 'unified',
      slug: 'ozh',
      domain: 's.acme.example',
      externalId: 'yourls:/ozh',
      name: "It's, home",
      fallbackUrl: "https://acme.example/?a='b'".replaceAll("'", '%27'),
      createdAt: '2023-02-01T10:11:12.000Z',
      importedClicks: 12,
    });
    assert.equal(links.length, 2);
  });

  test('text without INSERT rows is not taken for a dump', () => {
    assert.equal(readSqlDump('keyword,url\n'), undefined);
  });
});

test('Kutt: banned links are skipped, expiry and visits kept, passwords reported as lost', () => {
  const link = {
    address: 'Abc',
    target: 'https://acme.example/',
    description: 'Home',
    domain: 'go.acme.example',
    link: 'https://go.acme.example/Abc',
    password: true,
    banned: false,
    expire_in: '2030-01-01T00:00:00.000Z',
    visit_count: 7,
    created_at: '2021-01-01T00:00:00.000Z',
  };
  const { links, findings } = convertObject(kutt, link);
  assert.deepEqual(
    findings.map(({ field }) => field),
    ['password'],
  );
  assert.equal(links[0]?.name, 'Home');
  assert.equal(links[0]?.importedClicks, 7);
  assert.match(convertObject(kutt, { ...link, banned: true }).unmade[0]?.reason ?? '', /banned/);
});

suite('Dub', () => {
  const LINK = {
    id: 'link_1',
    domain: 'go.acme.example',
    key: 'a/b',
    url: 'https://acme.example/?utm_source=x',
    shortLink: 'https://go.acme.example/a/b',
    ios: 'https://acme.example/i',
    title: 'The page',
    proxy: false,
    archived: false,
    utm_source: 'x',
    tags: [{ id: 't', name: 'spring', color: 'red' }],
    externalId: 'mine-1',
    createdAt: '2025-03-02T10:00:00.000Z',
    clicks: 128,
    leads: 0,
  };

  test('the API keeps slashes in slugs, external ids and tags; previews only for proxied links', () => {
    const { links, findings } = convertObject(dub, LINK);
    assert.deepEqual(links, [
      {
        type: 'unified',
        slug: 'a/b',
        domain: 'go.acme.example',
        externalId: 'mine-1',
        fallbackUrl: 'https://acme.example/?utm_source=x',
        iosUrl: 'https://acme.example/i',
        tags: ['spring'],
        archived: false,
        createdAt: '2025-03-02T10:00:00.000Z',
        importedClicks: 128,
      },
    ]);
    assert.deepEqual(findings, []);
    assert.deepEqual(convertObject(dub, { ...LINK, proxy: true }).links[0]?.metadata, {
      ogTitle: 'The page',
    });
  });

  test('the root of a domain is skipped', () => {
    const root = { ...LINK, key: '_root', shortLink: 'https://go.acme.example' };
    assert.match(convertObject(dub, root).unmade[0]?.reason ?? '', /root of a domain/);
  });

  test('the CSV file is read with its formula escapes removed', () => {
    const { conversions } = convertFile(
      line('Short link', 'Destination URL', 'Clicks', 'Created at', 'Tags', 'Archived') +
        line(
          'https://go.acme.example/launch',
          'https://acme.example/launch',
          128,
          '2025-03-02T10:00:00.000Z',
          "'=a, b",
          'Yes',
        ),
    );
    const [link] = conversions[0]?.links ?? [];
    assert.deepEqual(link?.tags, ['=a', 'b']);
    assert.equal(link?.archived, true);
  });
});

test('Short.io: phone URLs, UTM tags and click limits are kept, domain roots skipped', () => {
  const link = {
    originalURL: 'https://acme.example/?a=1',
    path: 'x',
    domain: 'go.acme.example',
    shortURL: 'https://go.acme.example/x',
    iphoneURL: 'https://acme.example/i',
    androidURL: 'https://acme.example/a',
    utmSource: 'tv',
    clicksLimit: 10,
    password: null,
    expiresAt: 1893456000000,
  };
  const { links, findings } = convertObject(shortio, link);
  assert.equal(links[0]?.fallbackUrl, 'https://acme.example/?a=1&utm_source=tv');
  assert.equal(links[0]?.iosUrl, 'https://acme.example/i');
  assert.equal(links[0]?.expiresAfterClicks, 10);
  assert.deepEqual(findings, []);
  const root = { ...link, path: '', shortURL: 'https://go.acme.example/' };
  assert.match(convertObject(shortio, root).unmade[0]?.reason ?? '', /root of a domain/);
});

test('Rebrandly: slashtag, domain and clicks are kept; query forwarding is reported as lost', () => {
  const { links, findings } = convertObject(rebrandly, {
    id: 'r1',
    title: 'X',
    slashtag: 'x',
    destination: 'https://acme.example/x',
    shortUrl: 'go.acme.example/x',
    domain: { id: 'd', fullName: 'go.acme.example' },
    clicks: 3,
    forwardParameters: true,
    createdAt: '2020-01-01T00:00:00.000Z',
  });
  assert.deepEqual([links[0]?.domain, links[0]?.slug], ['go.acme.example', 'x']);
  assert.deepEqual(
    findings.map(({ field }) => field),
    ['forwardParameters'],
  );
});

test('fields are cut to the limits of the contract, and the row says so', () => {
  const tags = Array.from({ length: LIMITS.tagsPerLink + 1 }, (_, index) => `t${index}`);
  const { conversions } = convertFile(
    line('url', 'name', 'tags') +
      line('https://acme.example/x', 'n'.repeat(LIMITS.nameLength + 1), tags.join('|')),
  );
  const [link] = conversions[0]?.links ?? [];
  assert.equal(link?.name?.length, LIMITS.nameLength);
  assert.deepEqual(link?.tags, tags.slice(0, LIMITS.tagsPerLink));
  assert.deepEqual(
    conversions[0]?.findings.map(({ field, kind }) => [field, kind]),
    [
      ['name', 'changed'],
      ['tags', 'changed'],
    ],
  );
});

suite('any CSV file', () => {
  test('column names of other tools are recognized, and UTM columns go into the destination', () => {
    const { conversions, unknown } = convertFile(
      line('Short URL', 'Long Link', 'Link Title', 'utm_source', 'Farbe') +
        line('go.acme.example/x', 'acme.example/x', 'X', 'tv', 'rot'),
    );
    assert.deepEqual(conversions[0]?.links, [
      {
        type: 'dynamic',
        slug: 'x',
        domain: 'go.acme.example',
        externalId: 'csv:go.acme.example/x',
        name: 'X',
        fallbackUrl: 'https://acme.example/x?utm_source=tv',
      },
    ]);
    assert.deepEqual(unknown, ['Farbe']);
  });

  test('a row without a short URL is identified by its content', () => {
    const row = line('https://acme.example/x', 'X');
    const { conversions } = convertFile(
      line('url', 'name') + row + line('https://acme.example/y', 'Y') + row,
    );
    const [first, second, third] = conversions;
    assert.equal(first?.links[0]?.slug, undefined);
    assert.match(first?.links[0]?.externalId ?? '', /^csv:~[0-9a-f]{16}$/);
    assert.notEqual(first?.links[0]?.externalId, second?.links[0]?.externalId);
    assert.match(third?.unmade[0]?.reason ?? '', /same as row 2/);
  });

  test('a row that contradicts one before is refused and says how; one that repeats it is skipped', () => {
    const { conversions } = convertFile(
      line('slug', 'url', 'name', 'reference') +
        line('a', 'https://acme.example/1', 'A', '') +
        line('a', 'https://acme.example/2', 'B', '') +
        line('a', 'https://acme.example/1', 'A', '') +
        line('b', 'https://acme.example/1', '', 'one') +
        line('c', 'https://acme.example/1', '', 'one'),
    );
    assert.deepEqual(
      conversions.flatMap(({ row, unmade }) =>
        unmade.map(({ status, reason }) => [row, status, reason]),
      ),
      [
        [
          3,
          'refused',
          '/a stands in row 2 too, with another fallbackUrl and name; the first counts',
        ],
        [4, 'skipped', 'It says the same as row 2'],
        [
          6,
          'refused',
          'The externalId one stands in row 5 too, with another slug; the first counts',
        ],
      ],
    );
  });

  test('a row that leads nowhere is refused, with or without a slug', () => {
    const { conversions } = convertFile(
      line('slug', 'url', 'name') +
        line('a', '', 'A') +
        line('', '', 'B') +
        line('c', 'http://', ''),
    );
    for (const { links, unmade } of conversions) {
      assert.deepEqual(links, []);
      assert.deepEqual(
        unmade.map(({ status, reason }) => [status, reason]),
        [['refused', 'It has no destination']],
      );
    }
  });

  test('a given mapping takes precedence over the headings', () => {
    const file = parseCsv(
      line('url', 'Ziel') + line('https://acme.example/no', 'https://acme.example/yes'),
    );
    assert.ok(typeof file !== 'string');
    const [record] = recordsOf(file, SOURCES.csv, new Map([[1, 'fallbackUrl']]));
    assert.deepEqual(record?.fields, { fallbackUrl: 'https://acme.example/yes' });
  });

  test('a row with a wrong type or JSON is refused with the reason', () => {
    const { conversions } = convertFile(
      line('url', 'type', 'parameters') +
        line('https://a.example', 'odd', '') +
        line('https://a.example', '', '[1]'),
    );
    assert.match(conversions[0]?.unmade[0]?.reason ?? '', /dynamic or unified/);
    assert.match(conversions[1]?.unmade[0]?.reason ?? '', /JSON object/);
  });
});
