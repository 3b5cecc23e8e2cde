import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { ManagedLink } from '@fairlead/contract/operations/linkManagement';
import { member, newLink, newProject } from '../../server/test/support/callers/personas.ts';
import { USER_AGENTS, visit } from '../../server/test/support/callers/request.ts';
import { runFairlead } from './runFairlead.ts';
import { signIn } from './signedIn.ts';

const WEB = 'https://example.com';
const GERMANY = { name: 'Germany', when: { country: ['DE'] }, to: { fallbackUrl: `${WEB}/de` } };
const VARIANTS = [
  { name: 'A', share: 50, to: {} },
  { name: 'B', share: 50, to: { fallbackUrl: `${WEB}/b` } },
];

/** A link "a" of a project with a secret key, and a folder for files. */
async function setUp() {
  const project = await newProject();
  const link = await newLink(project, { slug: 'a' });
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-rules-'));
  const env = { FAIRLEAD_SERVER: project.server.origin, FAIRLEAD_APP_KEY: project.appKey };
  const run = (argv: readonly string[], input = '') => runFairlead(argv, env, '/nowhere', input);
  return {
    project,
    link,
    run,
    json: async <T>(argv: readonly string[], input = ''): Promise<T> => {
      const { status, out, err } = await run([...argv, '--json'], input);
      assert.equal(status, 0, err);
      return JSON.parse(out) as T;
    },
    file: async (name: string, content: unknown): Promise<string> => {
      const path = join(folder, name);
      await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

type Shown = Pick<ManagedLink, 'rules' | 'variants'>;

suite('link rules', () => {
  test('shows sentences and notes; what --json prints can be set again', async () => {
    await using stage = await setUp();
    const { link, run, json, file } = stage;
    await newLink(stage.project, { slug: 'b' });
    const bare = await run(['links', 'rules', 'a']);
    assert.match(bare.out, /Everybody → https:\/\/example\.com\//);
    const later = { when: { country: ['DE'], platform: ['ios'] }, to: { slug: 'b' } };
    const path = await file('rules.json', { rules: [GERMANY, later], variants: VARIANTS });
    const { status, out, err } = await run(['link', 'rules', 'a', '--set', path]);
    assert.equal(status, 0, err);
    assert.deepEqual(out.split('\n').slice(0, 5), [
      link.shortUrl,
      '  Germany  If the visitor is in Germany → https://example.com/de',
      '  Rule 2   If the visitor is in Germany and uses iOS → the link “b”',
      '  A        50% get “A” → where the link leads',
      '  B        50% get “B” → https://example.com/b',
    ]);
    assert.match(out, /Note: Rule “Rule 2” is never reached/);
    const shown = await json<Shown>(['link', 'rules', 'a']);
    await json(['link', 'rules', 'a', '--clear']);
    assert.deepEqual((await json<Shown>(['link', 'rules', 'a'])).rules, []);
    const again = await json<Shown>(['link', 'rules', 'a', '--set', '-'], JSON.stringify(shown));
    assert.deepEqual([again.rules, again.variants], [shown.rules, shown.variants]);
  });

  test('days and hours are said in the project’s time zone to its members', async () => {
    await using me = await signIn();
    await newLink(me.project, { slug: 'a' });
    const reply = await member(me.project)(operations.updateProject, {
      params: { projectId: me.project.project.id },
      body: { timeZone: 'Europe/Vienna' },
    });
    assert.equal(reply.status, 200);
    const rules = [{ when: { weekdays: [6, 7] }, to: { fallbackUrl: WEB } }];
    const set = ['link', 'rules', 'a', '--set', '-'];
    const input = JSON.stringify({ rules });
    const said = await runFairlead(set, me.env, '/nowhere', input);
    assert.match(said.out, /on Saturday or Sunday \(Europe\/Vienna time\)/);
    const { origin } = me.project.server;
    const key = { FAIRLEAD_SERVER: origin, FAIRLEAD_APP_KEY: me.project.appKey };
    const { out } = await runFairlead(['link', 'rules', 'a'], key);
    assert.match(out, /on Saturday or Sunday \(days and hours of the project/);
  });

  test('says which field is wrong, a line each, and changes nothing', async () => {
    await using stage = await setUp();
    const { run, json, file } = stage;
    const shares = [VARIANTS[0], { ...VARIANTS[1], share: 40 }];
    const wrong = {
      rules: [
        { when: {}, to: {} },
        { ...GERMANY, to: { slug: 'a' } },
      ],
      variants: shares,
    };
    const { status, err } = await run(['link', 'rules', 'a', '--set', await file('w.json', wrong)]);
    assert.equal(status, 1);
    assert.match(err, /^rules\.0\.to must have destinations, slug or update/m);
    assert.match(err, /^variants have shares of 90 % together/m);
    assert.deepEqual((await json<Shown>(['link', 'rules', 'a'])).rules, []);
  });

  test('a file that is none, no JSON or without rules is not understood', async () => {
    await using stage = await setUp();
    const { run, file } = stage;
    const set = async (...words: string[]) => run(['link', 'rules', 'a', ...words]);
    assert.match((await set('--set', '/nowhere/x.json')).err, /x\.json cannot be read/);
    assert.match((await set('--set', await file('t.json', 'rules'))).err, /is no JSON/);
    const none = await set('--set', await file('n.json', { name: 'a' }));
    assert.deepEqual([none.status, /with rules, variants or both/.test(none.err)], [2, true]);
    assert.equal((await set('--set', '-', '--clear')).status, 2);
  });
});

test('link create and update take rules, variants and expiry, and --clear removes them', async () => {
  await using stage = await setUp();
  const { run, json, file } = stage;
  const rules = ['--rules', await file('r.json', [GERMANY])];
  const variants = ['--variants', await file('v.json', { variants: VARIANTS })];
  const expiry = ['--expired-url', `${WEB}/over`, '--expires-after-clicks', '100'];
  const made = await json<ManagedLink>(['link', 'create', WEB, ...rules, ...expiry]);
  assert.deepEqual(made.rules, [GERMANY]);
  assert.deepEqual([made.expiredUrl, made.expiresAfterClicks], [`${WEB}/over`, 100]);
  const changed = await json<ManagedLink>(['link', 'update', made.id, ...variants]);
  assert.deepEqual([changed.variants, changed.rules], [VARIANTS, [GERMANY]]);
  const clear = ['rules', 'variants', 'expiredUrl', 'expiresAfterClicks'];
  const bare = await json<ManagedLink>([
    'link',
    'update',
    made.id,
    ...clear.flatMap((field) => ['--clear', field]),
  ]);
  for (const field of clear) assert.ok(!(field in bare), field);
  assert.match(
    (await run(['link', 'create', WEB, '--rules', await file('o.json', { a: 1 })])).err,
    /--rules takes a file with a list of rules/,
  );
  const many = await run(['link', 'create', WEB, '--expires-after-clicks', 'many']);
  assert.equal(many.status, 2);
});

suite('link simulate', () => {
  test('says what a visitor of one’s own making gets, by the rules of the link or by others', async () => {
    await using stage = await setUp();
    const { run, json, file } = stage;
    await json(['link', 'rules', 'a', '--set', '-'], JSON.stringify({ rules: [GERMANY] }));
    const words = ['links', 'simulate', 'a', '--as', 'desktop', '--country', 'DE'];
    const { out, err } = await run(words);
    assert.match(out, /because +Rule “Germany” fits/, err);
    assert.match(out, /without app +https:\/\/example\.com\/de/);
    const own = await json<object>([
      'link',
      'simulate',
      'a?x=1',
      `--user-agent=${USER_AGENTS.desktop}`,
      '--language=de-AT',
      '--visitor=me',
      '--referrer=news.example.com',
      '--at=2027-01-31T09:00:00Z',
      '--build=7',
      '--rules',
      await file('r.json', [
        {
          when: {
            language: ['de'],
            referrer: ['*.example.com'],
            query: { x: '1' },
            to: '2027-02-01T00:00:00Z',
            appBuild: { min: '7' },
            share: 100,
          },
          to: { fallbackUrl: `${WEB}/own` },
        },
      ]),
    ]);
    assert.partialDeepStrictEqual(own, { as: 'own', rule: 'Rule 1', fallback: `${WEB}/own` });
  });

  test('an unknown visitor is not understood, and what the server refuses is said by field', async () => {
    await using stage = await setUp();
    const { run } = stage;
    const unknown = await run(['link', 'simulate', 'a', '--as', 'ios-safary']);
    assert.equal(unknown.status, 2);
    assert.match(unknown.err, /Did you mean "ios-safari"/);
    const country = await run(['link', 'simulate', 'a', '--country', 'Germany']);
    assert.equal(country.status, 1);
    assert.match(country.err, /visitor\.country/);
  });
});

suite('link dry-run and link results', () => {
  test('visits are led through the new rules and counted by what leads them', async () => {
    await using stage = await setUp();
    const { project, run, json, file } = stage;
    await visit(project.host, '/a', USER_AGENTS.desktop);
    const desktop = {
      name: 'Desktop',
      when: { platform: ['desktop'] },
      to: { fallbackUrl: `${WEB}/d` },
    };
    const path = await file('r.json', [desktop]);
    const tried = await run(['link', 'dry-run', 'a', '--rules', path, '--days', '30']);
    assert.equal(tried.status, 0, tried.err);
    assert.match(tried.out, /^1 visits by people/);
    assert.match(
      tried.out,
      /1 +the link itself +rule Desktop +https:\/\/example\.com\/ +https:\/\/example\.com\/d/,
    );
    const same = await run(['link', 'dry-run', 'a', '--to', `${WEB}/`]);
    assert.match(same.out, /Nobody would be led otherwise/);
    const all = await run(['project', 'dry-run', '--rules', path]);
    assert.match(all.out, /^1 visits by people to \d+ links[^]*1 +the link itself +rule Desktop/);
    const tagged = await run(['project', 'dry-run', '--rules', path, '--tag', 'none']);
    assert.match(tagged.out, /^0 visits by people to 0 links/);
    assert.equal((await run(['project', 'dry-run'])).status, 2);
    await json([
      'link',
      'update',
      'a',
      '--rules',
      path,
      '--variants',
      await file('v.json', VARIANTS),
    ]);
    await visit(project.host, '/a', USER_AGENTS.desktop);
    const { out } = await run(['link', 'results', 'a', '--by', 'installs']);
    assert.match(out, /^rule Desktop +1 +1 +0 +0$/m);
    assert.match(out, /^Experiment by installs: Too few people/m);
    assert.match(out, /^ {2}A \(50%\): 0 of 0 people$/m);
    assert.equal((await run(['link', 'results', 'a', '--by', 'money'])).status, 2);
    assert.equal((await run(['link', 'dry-run', 'a', '--days', 'all'])).status, 2);
  });
});
