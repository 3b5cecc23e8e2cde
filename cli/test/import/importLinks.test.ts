import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { operations } from '@fairlead/contract';
import {
  appKey,
  newProject,
  type TestProject,
} from '../../../server/test/support/callers/personas.ts';
import { readStrictCsv } from '../../../server/test/support/outside/readStrictCsv.ts';
import { ADMIN_TOKEN } from '../../../server/test/support/useServer.ts';
import { runFairlead } from '../runFairlead.ts';
import * as standIns from './openStandIn.ts';

const { KEY, openStandIn } = standIns;

interface Outcome {
  readonly rows: number;
  readonly created: number;
  readonly existing: number;
  readonly refused: number;
  readonly skipped: number;
  readonly exact?: boolean;
  readonly report: string;
  readonly unknownFields: string[];
}

/** A folder of its own for state and report, and a project to import into. */
async function setUp() {
  const project = await newProject();
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-import-'));
  const env = {
    FAIRLEAD_SERVER: project.server.origin,
    FAIRLEAD_APP_KEY: project.appKey,
    XDG_STATE_HOME: folder,
  };
  const report = join(folder, 'report.csv');
  return {
    project,
    folder,
    env,
    run: async (argv: readonly string[], input = '', more: Record<string, string> = {}) => {
      const words = ['import', ...argv, '--report', report, '--json'];
      const finished = await runFairlead(words, { ...env, ...more }, '/nowhere', input);
      assert.equal(finished.status, 0, finished.err);
      const outcome = JSON.parse(finished.out) as Outcome;
      const rows = readStrictCsv(await readFile(outcome.report, 'utf8'));
      return { outcome, rows: rows.slice(1) };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

async function linksOf(project: TestProject) {
  const reply = await appKey(project)(operations.listLinks, { query: { limit: 200 } });
  assert.equal(reply.status, 200);
  return 'links' in reply.body ? reply.body.links : [];
}

/** A Dub file with links under the domain of a project. */
function dubFile(host: string, count: number): string {
  const rows = Array.from(
    { length: count },
    (_, place) =>
      `https://${host}/p/${place},https://acme.example/${place},3,2025-03-02T10:00:00.000Z`,
  );
  return `Short link,Destination URL,Clicks,Created at\n${rows.join('\n')}\n`;
}

const counts = ({ rows, created, existing, refused, skipped }: Outcome) => [
  rows,
  created,
  existing,
  refused,
  skipped,
];

suite('import from a file', () => {
  test('a dry run creates nothing and reports what each row becomes, with or without a credential', async () => {
    await using stage = await setUp();
    const { project, run } = stage;
    for (const [key, exact] of [
      [project.appKey, true],
      ['', false],
    ] as const) {
      const { outcome, rows } = await run(['-', '--dry-run'], dubFile(project.host, 3), {
        FAIRLEAD_APP_KEY: key,
      });
      assert.deepEqual(counts(outcome), [3, 3, 0, 0, 0]);
      assert.equal(outcome.exact, exact);
      assert.deepEqual(
        rows.map(([row, , status]) => [row, status]),
        [
          ['2', 'planned'],
          ['3', 'planned'],
          ['4', 'planned'],
        ],
      );
    }
    assert.deepEqual(await linksOf(project), []);
  });

  test('the example of the guide: two columns with names of their own, separated by semicolons', async () => {
    await using stage = await setUp();
    const { project, run } = stage;
    const { outcome } = await run(
      ['--from', 'csv', '-', '--map', 'Ziel=fallbackUrl', '--map', 'Kürzel=slug'],
      'Kürzel;Ziel\ns1;https://acme.example/1\n',
    );
    assert.deepEqual(counts(outcome), [1, 1, 0, 0, 0]);
    const [link] = await linksOf(project);
    assert.deepEqual([link?.slug, link?.fallbackUrl], ['s1', 'https://acme.example/1']);
  });

  test('a row that leads nowhere becomes no link, whatever the source', async () => {
    await using stage = await setUp();
    const { project, run } = stage;
    const { outcome, rows } = await run(['--from', 'csv', '-'], 'Ziel;Farbe\nx;rot\n');
    assert.deepEqual(counts(outcome), [1, 0, 0, 1, 0]);
    assert.deepEqual(rows[0]?.slice(2, 6), ['refused', '', '', 'It has no destination']);
    assert.deepEqual(await linksOf(project), []);
  });

  test('links keep their path and get an external id; a second run creates no duplicates', async () => {
    await using stage = await setUp();
    const { project, run } = stage;
    const first = await run(['-', '--from', 'dub'], dubFile(project.host, 3));
    assert.deepEqual(counts(first.outcome), [3, 3, 0, 0, 0]);
    const links = await linksOf(project);
    assert.deepEqual(
      links
        .toSorted((a, b) => a.slug.localeCompare(b.slug))
        .map(({ slug, externalId, createdAt }) => [slug, externalId, createdAt]),
      [0, 1, 2].map((place) => [
        `p/${place}`,
        `dub:${project.host}/p/${place}`,
        '2025-03-02T10:00:00.000Z',
      ]),
    );
    const second = await run(['-'], dubFile(project.host, 4));
    assert.deepEqual(counts(second.outcome), [4, 1, 3, 0, 0]);
    assert.equal((await linksOf(project)).length, 4);
  });

  test('the report lists every row as created, existing, refused or skipped', async () => {
    await using stage = await setUp();
    const { project, run } = stage;
    const file = [
      'Short link,Destination URL,Clicks,Created at',
      `https://${project.host}/one,https://acme.example/1,1,`,
      `https://${project.host}/robots.txt,https://acme.example/2,1,`,
      `https://dub.sh/three,https://acme.example/3,1,`,
      `https://${project.host}/one,https://acme.example/4,1,`,
      `https://elsewhere.test/five,https://acme.example/5,1,`,
      `https://${project.host}/six,,1,`,
    ].join('\n');
    const { outcome, rows } = await run(['-'], file);
    assert.deepEqual(counts(outcome), [6, 1, 0, 4, 1]);
    assert.deepEqual(
      rows.map(([row, , status]) => [row, status]),
      [
        ['2', 'created'],
        ['3', 'refused'],
        ['4', 'skipped'],
        ['5', 'refused'],
        ['6', 'refused'],
        ['7', 'refused'],
      ],
    );
    for (const [, , status, , , reason] of rows)
      assert.equal(reason === '', status === 'created', status);
  });

  test('unknown columns are named, and --map assigns them', async () => {
    await using stage = await setUp();
    const { project, run } = stage;
    const file = `Kurz;Ziel;url\n${project.host}/x;https://acme.example/ziel;https://acme.example/url\n`;
    const plain = await run(['-', '--dry-run'], file);
    assert.deepEqual(plain.outcome.unknownFields, ['Kurz', 'Ziel']);
    await run(['-', '--from', 'csv', '--map', 'Kurz=shortUrl', '--map', 'Ziel=fallbackUrl'], file);
    const [link] = await linksOf(project);
    assert.deepEqual([link?.slug, link?.fallbackUrl], ['x', 'https://acme.example/ziel']);
  });

  test('an operator imports into any project with the admin token', async () => {
    await using stage = await setUp();
    const { project, run } = stage;
    const operator = { FAIRLEAD_APP_KEY: '', ADMIN_TOKEN };
    const { outcome } = await run(
      ['-', '--project', project.project.id],
      dubFile(project.host, 2),
      operator,
    );
    assert.equal(outcome.created, 2);
    assert.equal((await linksOf(project)).length, 2);
  });

  const REFUSED: [string, string[], string, number, RegExp][] = [
    [
      'an unknown source',
      ['-', '--from', 'bitley'],
      'a,b\n1,2\n',
      2,
      /no source "bitley"; there is: firebase/,
    ],
    [
      'headings that are all unknown',
      ['-'],
      'Farbe,Form\nrot,rund\n',
      2,
      /None of the headings is known \(Farbe, Form\)/,
    ],
    ['an empty file', ['-', '--from', 'csv'], '', 1, /The file is empty/],
    [
      'a mapped column that does not exist',
      ['-', '--map', 'x=slug'],
      'url\nhttps://a.example\n',
      2,
      /the file has the headings url/,
    ],
    [
      'a mapped field that does not exist',
      ['-', '--map', 'url=there'],
      'url\nhttps://a.example\n',
      2,
      /no field "there"/,
    ],
    ['neither a file nor a source', [], '', 2, /Give a FILE, or --from SOURCE/],
    ['a source without its URL', ['--from', 'shlink', '--source-key', 'x'], '', 2, /--source-url/],
    ['a source without its key', ['--from', 'dub'], '', 2, /--source-key/],
    [
      'a source that has no API',
      ['--from', 'firebase', '--source-key', 'x'],
      '',
      2,
      /read from a file/,
    ],
    ['a file that does not exist', ['/nowhere/x.csv'], '', 1, /cannot be read/],
    [
      'a Branch file without the key',
      ['-', '--from', 'branch'],
      'Link\nhttps://go.acme.example/x\n',
      2,
      /--source-key/,
    ],
  ];
  for (const [what, argv, input, status, message] of REFUSED) {
    test(`exits with status ${status} for ${what}`, async () => {
      const finished = await runFairlead(['import', ...argv, '--dry-run'], {}, '/nowhere', input);
      assert.equal(finished.status, status, finished.err);
      assert.match(finished.err, message);
    });
  }

  test('exits with status 4 without a credential or with an invalid key', async () => {
    const file = 'Short link,Destination URL\nhttps://a.test/x,https://acme.example/\n';
    await using stage = await setUp();
    const argv = ['import', '-', '--report', join(stage.folder, 'report.csv')];
    const nobody = await runFairlead(argv, {}, '/nowhere', file);
    assert.equal(nobody.status, 4);
    const env = { ...stage.env, FAIRLEAD_APP_KEY: 'fl_live_wrong' };
    const wrong = await runFairlead(argv, env, '/nowhere', file);
    assert.equal(wrong.status, 4);
    assert.match(wrong.err, /Invalid API key/);
  });
});

/** Each source's API with links under a host, and how many short URLs they have. */
const APIS: [string, (host: string) => Parameters<typeof openStandIn>[0], number, string[]][] = [
  [
    'bitly',
    (host) =>
      standIns.bitlyOf({
        g1: [1, 2, 3].map((place) => ({
          id: `bit.ly/g${place}`,
          link: `https://bit.ly/g${place}`,
          long_url: `https://acme.example/${place}`,
          title: `Number ${place}`,
          custom_bitlinks: [`https://${host}/g${place}`, `https://${host}/also${place}`],
        })),
        g2: [],
        g3: [
          {
            id: `${host}/h`,
            link: `https://${host}/h`,
            long_url: 'https://acme.example/h',
            custom_bitlinks: [],
          },
        ],
      }),
    7,
    [],
  ],
  [
    'shlink',
    (host) =>
      standIns.shlinkOf(
        ['a', 'b', 'c'].map((shortCode) => ({
          shortCode,
          shortUrl: `https://${host}/${shortCode}`,
          longUrl: `https://acme.example/${shortCode}`,
          domain: null,
          hasRedirectRules: shortCode !== 'c',
          meta: { validSince: null, validUntil: null, maxVisits: null },
        })),
        {
          a: [
            {
              longUrl: 'https://acme.example/ios',
              priority: 1,
              conditions: [{ type: 'device', matchValue: 'ios' }],
            },
          ],
        },
      ),
    3,
    [],
  ],
  [
    'yourls',
    (host) =>
      standIns.yourlsOf(
        Array.from({ length: 101 }, (_, place) => ({
          shorturl: `https://${host}/y${place}`,
          url: `https://acme.example/${place}`,
          title: 'A page',
          timestamp: '2023-02-01 10:11:12',
          ip: '192.0.2.1',
          clicks: '4',
        })),
      ),
    101,
    [],
  ],
  [
    'kutt',
    (host) =>
      standIns.kuttOf(
        Array.from({ length: 51 }, (_, place) => ({
          id: String(place),
          address: `k${place}`,
          target: 'https://acme.example/',
          description: null,
          domain: host,
          link: `https://${host}/k${place}`,
          password: false,
          banned: false,
          expire_in: null,
          visit_count: 0,
        })),
      ),
    51,
    [],
  ],
  [
    'dub',
    (host) =>
      standIns.dubOf(
        Array.from({ length: 100 }, (_, place) => ({
          id: `link_${place}`,
          domain: host,
          key: `d${place}`,
          url: 'https://acme.example/',
          shortLink: `https://${host}/d${place}`,
        })),
      ),
    100,
    [],
  ],
  [
    'shortio',
    (host) =>
      standIns.shortioOf({
        [host]: [1, 2, 3].map((place) => ({
          id: `lnk_${place}`,
          originalURL: 'https://acme.example/',
          path: `s${place}`,
        })),
        'empty.test': [],
      }),
    3,
    [],
  ],
  [
    'rebrandly',
    (host) =>
      standIns.rebrandlyOf(
        Array.from({ length: 26 }, (_, place) => ({
          id: `r${place}`,
          slashtag: `r${place}`,
          destination: 'https://acme.example/',
          shortUrl: `${host}/r${place}`,
          domain: { fullName: host },
        })),
      ),
    26,
    [],
  ],
];

suite('import from an API', () => {
  for (const [source, answers, links, _] of APIS) {
    test(`${source}: reads every page once, despite 429, 500, broken JSON and control characters`, async () => {
      await using stage = await setUp();
      const { project, run } = stage;
      const answer = answers(project.host);
      let raw = false;
      await using api = await openStandIn(
        (url, headers) => {
          const given = answer(url, headers);
          if (raw || typeof given.body === 'string') return given;
          raw = true;
          // Titles with control characters as they are, which JSON does not allow.
          return { ...given, body: JSON.stringify(given.body).replace('"', '\n\t"') };
        },
        [
          { status: 429, headers: { 'retry-after': '0' }, body: 'slow down' },
          { status: 500, headers: { 'retry-after': '0' }, body: 'oops' },
        ],
      );
      const argv = ['--from', source, '--source-url', `${api.url}/`, '--source-key', KEY];
      const { outcome, rows } = await run(argv);
      assert.equal(outcome.created, links);
      assert.equal(rows.length, links);
      assert.equal((await run(argv)).outcome.existing, links);
    });
  }

  test('Shlink: a redirect rule by device becomes a destination of the link', async () => {
    await using stage = await setUp();
    const { project, run } = stage;
    const [, answers] = APIS.find(([source]) => source === 'shlink')!;
    await using api = await openStandIn(answers(project.host));
    await run(['--from', 'shlink', '--source-url', api.url, '--source-key', KEY]);
    const found = (await linksOf(project)).find(({ slug }) => slug === 'a');
    assert.equal(found?.iosUrl, 'https://acme.example/ios');
  });

  const WEB = 'https://acme.example';
  const hasRedirectRules = true;
  const RULED: readonly [string, (host: string) => Parameters<typeof openStandIn>[0]][] = [
    [
      'dub',
      (host) => () => ({
        body: [
          {
            id: 'link_1',
            shortLink: `https://${host}/a`,
            url: WEB,
            geo: { DE: `${WEB}/de`, AT: `${WEB}/de` },
            testVariants: [
              { url: WEB, percentage: 60 },
              { url: `${WEB}/b`, percentage: 40 },
            ],
          },
        ],
      }),
    ],
    [
      'shlink',
      (host) =>
        standIns.shlinkOf(
          [
            {
              shortCode: 'a',
              shortUrl: `https://${host}/a`,
              longUrl: WEB,
              domain: null,
              hasRedirectRules,
            },
          ],
          {
            a: [
              {
                longUrl: `${WEB}/de`,
                priority: 1,
                conditions: [{ type: 'geolocation-country-code', matchValue: 'DE' }],
              },
              {
                longUrl: `${WEB}/q`,
                priority: 2,
                conditions: [{ type: 'any-value-query-param', matchKey: 'ref', matchValue: null }],
              },
            ],
          },
        ),
    ],
    [
      'shortio',
      (host) =>
        standIns.shortioOf(
          {
            [host]: [
              {
                idString: 'lnk_1',
                originalURL: WEB,
                path: 'a',
                splitURL: `${WEB}/b`,
                splitPercent: 40,
                clicksLimit: 100,
                expiredURL: `${WEB}/over`,
              },
            ],
          },
          { 'link_country/lnk_1': [{ country: 'DE', originalURL: `${WEB}/de` }] },
        ),
    ],
  ];
  for (const [source, answers] of RULED) {
    test(`${source}: rules and experiments become those of the link, with nothing reported as lost`, async () => {
      await using stage = await setUp();
      const { project, run } = stage;
      await using api = await openStandIn(answers(project.host));
      const argv = ['--from', source, '--source-url', api.url, '--source-key', KEY];
      const { rows } = await run(argv);
      assert.deepEqual(
        rows.map(([, , status, , , reason, findings]) => [status, reason, findings]),
        [['created', '', '']],
      );
      const [link] = await linksOf(project);
      assert.equal(link?.rules?.[0]?.when.country?.[0], 'DE');
      assert.deepEqual(link?.rules?.[0]?.to, { fallbackUrl: `${WEB}/de` });
      assert.equal(link?.rules?.length, source === 'shlink' ? 2 : 1);
      assert.deepEqual(
        link?.variants?.map(({ name, share, to }) => [name, share, to]),
        source === 'shlink'
          ? undefined
          : [
              ['A', 60, {}],
              ['B', 40, { fallbackUrl: `${WEB}/b` }],
            ],
      );
      assert.equal(link?.expiresAfterClicks, source === 'shortio' ? 100 : undefined);
      assert.equal(link?.expiredUrl, source === 'shortio' ? `${WEB}/over` : undefined);
    });
  }

  test('Branch: every link of the file is read; unknown links are reported as refused', async () => {
    await using stage = await setUp();
    const { project, run } = stage;
    const url = (path: string) => `https://${project.host}/${path}`;
    await using api = await openStandIn(
      standIns.branchOf({
        [url('A1b2/one')]: {
          channel: 'email',
          data: { $desktop_url: 'https://acme.example/1', user_id: '42' },
        },
        [url('A1b2/two')]: { data: JSON.stringify({ $fallback_url: 'https://acme.example/2' }) },
      }),
    );
    const file = `Link,Title\n${url('A1b2/one')},One\n${url('A1b2/two')},Two\n${url('A1b2/gone')},Gone\n`;
    const argv = ['-', '--from', 'branch', '--source-url', api.url, '--source-key', KEY];
    const { outcome, rows } = await run(argv, file);
    assert.equal(outcome.rows, 3);
    assert.deepEqual(
      rows.map(([, , status, , , reason]) => [status, reason]),
      [
        ['created', ''],
        ['created', ''],
        ['refused', 'Branch does not know the link (404)'],
      ],
    );
    const one = (await linksOf(project)).find(({ slug }) => slug === 'A1b2/one');
    assert.deepEqual(one?.parameters, { '~channel': 'email', user_id: '42' });
  });

  test('a resumed import does not fetch pages again that it has read', async () => {
    await using stage = await setUp();
    const { project, folder, run, env } = stage;
    const [, answers] = APIS.find(([source]) => source === 'bitly')!;
    const answer = answers(project.host);
    let refuse = true;
    await using api = await openStandIn((url, headers) =>
      refuse && url.searchParams.has('search_after')
        ? { status: 403, body: { message: 'gone' } }
        : answer(url, headers),
    );
    const argv = ['--from', 'bitly', '--source-url', api.url, '--source-key', KEY];
    const broken = await runFairlead(['import', ...argv, '--report', join(folder, 'r.csv')], env);
    assert.equal(broken.status, 1);
    assert.match(broken.err, /refuses the key/);
    refuse = false;
    api.asked.length = 0;
    assert.equal((await run(argv)).outcome.rows, 4);
    assert.ok(
      !api.asked.some((path) => path.endsWith('g1/bitlinks?size=100&archived=both')),
      api.asked.join('\n'),
    );
    assert.deepEqual(await readdir(join(folder, 'fairlead/imports')), []);
  });

  test('a wrong key for the source exits with status 1 without retries', async () => {
    await using api = await openStandIn(standIns.dubOf([]));
    const argv = [
      'import',
      '--from',
      'dub',
      '--source-url',
      api.url,
      '--source-key',
      'wrong',
      '--dry-run',
    ];
    await using stage = await setUp();
    const { status, err } = await runFairlead(
      [...argv, '--report', join(stage.folder, 'r.csv')],
      stage.env,
    );
    assert.equal(status, 1);
    assert.match(err, /refuses the key \(401\): check --source-key/);
    assert.equal(api.asked.length, 1);
  });
});

test('import reads Latin-1 CSV files as Excel on Windows writes them', async () => {
  await using stage = await setUp();
  const { project, folder, run } = stage;
  const file = join(folder, 'links.csv');
  const text = `Short URL;Title;Target\r\nhttps://${project.host}/w;Grüße;https://acme.example/\r\n`;
  await writeFile(file, Buffer.from(text, 'latin1'));
  await run([file]);
  assert.equal((await linksOf(project))[0]?.name, 'Grüße');
});
