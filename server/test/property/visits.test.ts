import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { RESERVED_QUERY_KEYS } from '@fairlead/contract/limits';
import fc from 'fast-check';
import { newProject } from '../support/callers/personas.ts';
import { USER_AGENTS } from '../support/callers/request.ts';
import { newLinkTo, newPhoneProject, setFlags } from '../linkhost/phoneProject.ts';

/** Visits in all; more by PROPERTY_VISITS to look for what these do not reach. */
const VISITS = Number(process.env['PROPERTY_VISITS'] ?? 2000);

/** Texts that break readers, as bytes that a head can carry. */
const BROKEN = [
  '%00',
  '%ZZ',
  '%',
  '%F0%9F',
  '%ED%A0%80',
  '%0d%0aX-Evil:%201',
  '__proto__',
  'constructor',
  '../..',
  '\xff\xfe',
  "';--",
  '<script>',
  'x'.repeat(3000),
  '',
] as const;
const broken = fc.constantFrom(...BROKEN);

const part = fc.oneof(
  { weight: 2, arbitrary: broken },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
);
const pathOf = (slugs: readonly string[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...slugs.map((slug) => `/${slug}`)) },
    { weight: 1, arbitrary: fc.constantFrom(...slugs.map((slug) => `/d/${slug}/`)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...slugs), fc.constantFrom('svg', 'png', 'gif'))
        .map(([slug, format]) => `/${slug}/qr.${format}`),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '/',
        '//',
        '*',
        '/.well-known/assetlinks.json',
        '/.well-known/apple-app-site-association',
        '/robots.txt',
        'http://a.test/x',
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom('/', '/_s/', '/d/'), part).map((p) => p.join('')),
    },
  );

const NAMES = [...RESERVED_QUERY_KEYS, 'size', 'color', 'ecc', 'a', 'b'];
const query = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...NAMES), part),
      fc.oneof(
        fc.constantFrom('1', '0', '512', 'ff0000', '019a1b2c-3d4e-7f00-8abc-0123456789ab'),
        part,
      ),
    ),
    { maxLength: 6 },
  )
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));

const HEADERS = {
  'user-agent': fc.oneof(fc.constantFrom(...Object.values(USER_AGENTS)), part),
  'accept-language': fc.oneof(fc.constantFrom('de', 'ar,en;q=0.5', 'zh-Hant-TW', '*;q=x'), part),
  referer: fc.oneof(fc.constantFrom('https://a.test/', 'android-app://a.b', 'https://['), part),
  'x-forwarded-for': fc.oneof(
    fc.constantFrom('192.0.2.1', 'fe80::1%eth0', '::ffff:1.2.3.4,'),
    part,
  ),
  'x-forwarded-host': part,
  'cf-ipcountry': fc.oneof(fc.constantFrom('PT', 'XX'), part),
  'sec-purpose': fc.constantFrom('prefetch', 'x'),
  'sec-ch-ua-platform': fc.constantFrom('"Android"', '"', ''),
  'sec-ch-ua-model': part,
  'sec-ch-ua-platform-version': part,
  'x-requested-with': fc.oneof(fc.constantFrom('com.facebook.katana'), part),
  'if-none-match': fc.oneof(fc.constantFrom('*', '"x"', 'W/"x",'), part),
  cookie: part,
  'content-type': part,
};
const headers = fc.record(HEADERS, { requiredKeys: [] });

interface Drawn {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | undefined;
}

test(`${VISITS} random visits: each is answered, none with a 500`, async () => {
  const project = await newPhoneProject();
  const hosts = [
    project.host,
    project.host,
    project.host,
    'launch.localhost',
    'api.test',
    'nobody.test',
  ];
  const slugs = await makeLinks();
  const drawn: fc.Arbitrary<Drawn> = fc.record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'),
    host: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...hosts) },
      { weight: 1, arbitrary: part },
    ),
    path: pathOf(slugs),
    query,
    headers,
    body: fc.option(part, { nil: undefined, freq: 3 }),
  });

  /** Destinations of earlier releases, which were not held to be URIs. */
  async function storeAsSent(id: string, columns: Record<string, string>): Promise<void> {
    await project.server.app.db.updateTable('links').set(columns).where('id', '=', id).execute();
  }

  async function makeLinks(): Promise<string[]> {
    const text = 'é"<b>\u202e💥';
    const all = {
      fallbackUrl: 'https://exämple.com/ü?"',
      iosUrl: 'exapp://ü/💥',
      androidUrl: 'https://play.google.com/store/apps/details?id=a.b&referrer=x%26y',
      iosFallbackUrl: 'https://example.com/%25ZZ',
      androidFallbackUrl: 'market://details?id=a.b',
      allowQueryPassthrough: true,
      name: text,
      parameters: { __proto__x: text, list: [text] },
      metadata: { ogTitle: text, ogImage: 'https://example.com/ü.png', twitterCard: text },
    };
    const links = [
      await newLinkTo(project, { type: 'dynamic', ...all }),
      await newLinkTo(project, { type: 'unified', ...all }),
      await newLinkTo(project, { type: 'dynamic' }),
      await newLinkTo(project, { type: 'unified', fallbackUrl: all.fallbackUrl }),
    ];
    await storeAsSent(links[1]!.id, { fallback_url: all.fallbackUrl, ios_url: all.iosUrl });
    await storeAsSent(links[0]!.id, { ios_fallback_url: 'https://example.com/%ZZ' });
    await setFlags(project, links[2]!.id, { iosBrowserAutoOpen: true });
    const other = await newProject();
    const foreign = await newLinkTo(other, { type: 'unified' });
    return [...links, foreign].map((link) => link.slug);
  }

  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: 20, maxLength: 20 }), async (visits) => {
      await Promise.all(
        visits.map(async (visit) => {
          const head = writeHead(visit);
          const answer = await exchange(project.server.port, head);
          const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
          assert.ok(
            Number(status) >= 200 && Number(status) < 500,
            `${head}\n\n${answer.slice(0, 1000)}`,
          );
          const [lines = ''] = answer.split('\r\n\r\n', 1);
          assert.match(lines, /^[\x20-\x7e\r\n]*$/, lines);
          assert.doesNotMatch(lines, /^x-evil:/im);
        }),
      );
    }),
    { numRuns: Math.ceil(VISITS / 20) },
  );
});

/** As a program writes it that checks nothing; the connection ends with the answer. */
function writeHead({ method, host, path, query: text, headers: more, body }: Drawn): string {
  const oneLine = (value: string) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');
  const target = `${path}${text === '' ? '' : `?${text}`}`.replaceAll(
    /[^\x21-\x7e\x80-\xff]/g,
    '+',
  );
  const lines = Object.entries(more).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${oneLine(value)}`],
  );
  if (body !== undefined)
    lines.push(`content-length: ${Buffer.byteLength(oneLine(body), 'latin1')}`);
  // Without it a request is plain, and read by our own parser; so half of them are.
  if (body !== undefined || text.length % 2 === 0) lines.push('connection: close');
  return `${method} ${target} HTTP/1.1\r\nhost: ${oneLine(host)}\r\n${lines.join('\r\n')}${lines.length > 0 ? '\r\n' : ''}\r\n${oneLine(body ?? '')}`;
}

/** Sends bytes and reads until the answer has come, or the other side ends. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const isWhole = () => {
      const end = answer.indexOf('\r\n\r\n');
      if (end < 0) return false;
      const length = /^content-length: (\d+)\r?$/im.exec(answer.slice(0, end))?.[1];
      const noBody = bytes.startsWith('HEAD') || /^HTTP\/1\.1 (?:204|304) /.test(answer);
      return noBody || (length !== undefined && answer.length >= end + 4 + Number(length));
    };
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
      if (isWhole()) socket.destroy();
    });
    socket.on('error', (error) => (answer === '' ? reject(error) : undefined));
    socket.on('close', () => resolve(answer));
    socket.write(bytes, 'latin1');
  });
}
