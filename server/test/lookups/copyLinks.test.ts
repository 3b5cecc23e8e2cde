import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { connect } from '#platform/db/connections/connect.ts';
import { deleteOldChanges } from '#platform/db/changes/deleteOldChanges.ts';
import { type LocalStore, openLocalStore } from '#platform/db/local/openLocalStore.ts';
import type { Link } from '#links/link/Link.ts';
import { copyLinks } from '#faces/lookups/copyLinks.ts';
import { createLookups } from '#faces/lookups/createLookups.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { openRelay } from '../support/outside/openRelay.ts';
import { silentLog } from '../support/silentLog.ts';
import { until } from '../support/until.ts';

const RELEASE = '1.0.0';
const NOWHERE = 'postgresql://nobody:none@127.0.0.1:1/none';

describe('a complete copy of links', () => {
  test('contains every domain, project, key, scheme and live link, whatever the page size', async () => {
    const { database, makeProject, makeLinks, copyUntilComplete } = await setUp();
    const one = await makeProject('one.test');
    const other = await makeProject('other.test', { scheme: 'Shop' });
    await makeLinks(one, 25);
    await makeLinks(other, 7);
    await database.query("update links set deleted_at = now() where slug = 's3'");
    const { store } = await copyUntilComplete({ pageSize: 4 });
    const lookups = lookupsWithoutDatabase(store);
    assert.equal((await lookups.domain('one.test'))?.projectId, one);
    assert.equal((await lookups.project(other))?.ios.scheme, 'Shop');
    assert.deepEqual((await lookups.schemeOwners('SHOP'))?.owners, [{ id: other }]);
    assert.equal((await lookups.appKey('ab'.repeat(32)))?.projectId, one);
    for (const slug of ['s1', 's7']) {
      assert.equal((await lookups.link(one, slug))?.fallbackUrl, `https://example.com/${slug}`);
      assert.ok((await lookups.link(other, slug))?.createdAt instanceof Date);
    }
    assert.equal(await lookups.link(one, 's3'), null);
    assert.equal(await lookups.link(one, 'unknown'), null);
    assert.equal(await lookups.domain('unknown.test'), null);
  });

  test('follows changes of one link and of thousands, of projects, domains and keys', async () => {
    const { database, makeProject, makeLinks, copyUntilComplete } = await setUp();
    const project = await makeProject('one.test', { scheme: 'first' });
    await makeLinks(project, 300);
    const { store, settled } = await copyUntilComplete({ pageSize: 50 });
    const fallbackOf = (slug: string) =>
      (store.find(`link ${project} ${slug}`) as Link | undefined)?.fallbackUrl;
    await database.query("update links set fallback_url = 'https://new.test/' where slug = 's5'");
    await settled();
    assert.equal(fallbackOf('s5'), 'https://new.test/');
    await database.query("update links set fallback_url = 'https://all.test/' where slug <> 's5'");
    await settled();
    assert.equal(fallbackOf('s5'), 'https://new.test/');
    assert.equal(fallbackOf('s300'), 'https://all.test/');
    await database.query("delete from links where slug <> 's5'");
    await makeLinks(project, 150, 'n');
    await settled();
    assert.equal(fallbackOf('s6'), undefined);
    assert.equal(fallbackOf('s5'), 'https://new.test/');
    assert.equal(fallbackOf('n150'), 'https://example.com/n150');
    await database.query("update projects set ios_scheme = 'second'");
    await database.query('delete from app_keys');
    await database.query("update domains set verified_at = null where host = 'one.test'");
    await settled();
    const lookups = lookupsWithoutDatabase(store);
    assert.equal(await lookups.schemeOwners('first'), null);
    assert.equal((await lookups.schemeOwners('second'))?.owners.length, 1);
    assert.equal(await lookups.appKey('ab'.repeat(32)), null);
    assert.equal(await lookups.domain('one.test'), null);
  });

  test('equals the table after changes of all kinds while it is made and while it follows', async () => {
    const { database, makeProject, makeLinks, startCopying } = await setUp();
    const projects = [await makeProject('one.test'), await makeProject('other.test')];
    for (const project of projects) await makeLinks(project, 400);
    const copying = await startCopying({ pageSize: 10 });
    const change = async (round: number) => {
      const project = projects[round % 2]!;
      const [low, high] = [(round * 37) % 350, ((round * 37) % 350) + [1, 20, 150][round % 3]!];
      // Locked in one order, or lanes that meet would wait for each other.
      const range = `id in (
        select id from links
        where project_id = '${project}' and slug ~ '^s' and substr(slug, 2)::int between ${low} and ${high}
        order by id for update
      )`;
      if (round % 7 === 6) await database.query(`delete from links where ${range}`);
      else if (round % 7 === 3) {
        await database.query(
          `update links set deleted_at = now() where ${range} and deleted_at is null`,
        );
      } else if (round % 7 === 5) await makeLinks(project, 1 + (round % 200), `r${round}x`);
      else
        await database.query(
          `update links set fallback_url = 'https://${round}.test/' where ${range}`,
        );
    };
    const lane = async (from: number) => {
      for (let round = from; round < 120; round += 3) await change(round);
    };
    await Promise.all([lane(0), lane(1), lane(2)]);
    await copying.settled();
    const { rows } = await database.query<{ key: string; url: string }>(
      `select 'link ' || project_id || ' ' || slug as key, fallback_url as url from links
       where deleted_at is null order by ('link ' || project_id || ' ' || slug) collate "C"`,
    );
    assert.ok(rows.length > 0);
    const keys = copying.query("select key from entries where key like 'link %' order by key");
    const copied = keys.map(({ key }) => {
      return { key, url: (copying.store.find(String(key)) as Link | undefined)?.fallbackUrl };
    });
    assert.deepEqual(copied, rows);
  });

  test('goes on where it stopped, and is made again if changes since then are no longer known', async () => {
    const { database, makeProject, makeLinks, copyUntilComplete } = await setUp();
    const project = await makeProject('one.test');
    await makeLinks(project, 20);
    const first = await copyUntilComplete({});
    await first.passed();
    await first.stop();
    await database.query("update links set fallback_url = 'https://new.test/' where slug = 's1'");
    // More than a statement takes.
    await database.query(
      `insert into changes (kind, project_id, names)
       select 'link', $1, array_agg('none' || n) from generate_series(1, 70000) as n group by n % 1000`,
      [project],
    );
    const second = await copyUntilComplete({});
    await second.settled();
    assert.deepEqual(second.said(), []);
    const fallbackOf = (slug: string) =>
      (second.store.find(`link ${project} ${slug}`) as Link | undefined)?.fallbackUrl;
    assert.equal(fallbackOf('s1'), 'https://new.test/');
    await second.passed();
    await second.stop();
    await database.query("update links set fallback_url = 'https://old.test/' where slug = 's2'");
    await database.query("delete from links where slug = 's3'");
    await makeLinks(project, 1, 'x');
    await database.query("update changes set at = at - interval '2 hours'");
    await until('the changes are deleted', async () => {
      await deleteOldChanges(database.db, new Date());
      return (await database.query('select from changes')).rows.length === 1;
    });
    const third = await copyUntilComplete({});
    await third.settled();
    assert.deepEqual(third.said(), ['Copying all links', 'All links are copied']);
    const lookups = lookupsWithoutDatabase(third.store);
    assert.equal((await lookups.link(project, 's2'))?.fallbackUrl, 'https://old.test/');
    assert.equal(await lookups.link(project, 's3'), null);
  });

  test('is made again for another database, and keeps the links of the former until then', async () => {
    const one = await setUp();
    const project = await one.makeProject('one.test');
    await one.makeLinks(project, 3);
    const first = await one.copyUntilComplete({});
    await first.stop();
    const other = await setUp(one.folder);
    await other.makeProject('other.test');
    const second = await other.copyUntilComplete({});
    await second.settled();
    assert.deepEqual(second.said(), ['Copying all links', 'All links are copied']);
    const lookups = lookupsWithoutDatabase(second.store);
    assert.equal(await lookups.domain('one.test'), null);
    assert.equal(await lookups.link(project, 's1'), null);
    assert.ok(await lookups.domain('other.test'));
  });

  test('is not trusted about what has changed since it was read, nor when it is old', async () => {
    const { makeProject, makeLinks, copyUntilComplete, folder } = await setUp();
    const project = await makeProject('one.test');
    await makeLinks(project, 3);
    const { store, stop } = await copyUntilComplete({});
    const isCurrent = (slug: string) => store.current(`link ${project} ${slug}`) !== undefined;
    const isFound = (slug: string) => store.find(`link ${project} ${slug}`) !== undefined;
    store.hearOf('link');
    assert.equal(isCurrent('s1'), false);
    await until('it is read again', () => isCurrent('s1'));
    store.hear(`link ${project} s1`);
    assert.equal(isCurrent('s1'), false);
    assert.equal(isFound('s1'), false);
    assert.ok(isCurrent('s2'));
    store.hear(`link ${project} unknown`);
    assert.equal(isCurrent('unknown'), false);
    await until('it is read again', () => isCurrent('s1') && isCurrent('unknown'));
    assert.ok(isFound('s1'));
    store.hearOf(`link ${project}`);
    assert.equal(isCurrent('s1'), false);
    assert.equal(isCurrent('s2'), false);
    assert.ok(isFound('s1'));
    await stop();
    using old = openStore(folder, { now: () => Date.now() + 3_000 });
    const lookups = createLookups(connectNowhere(), { store: old });
    lookups.setListening(true);
    // Unknown links may have been made meanwhile.
    await assert.rejects(async () => lookups.link(project, 'unknown'), /ECONNREFUSED/);
    assert.ok(await lookups.link(project, 's1'));
  });

  test('a damaged copy is made again, also for the other processes of the machine', async () => {
    const { makeProject, makeLinks, copyUntilComplete, folder } = await setUp();
    const project = await makeProject('one.test');
    await makeLinks(project, 500);
    const { stop } = await copyUntilComplete({});
    await stop();
    const path = join(folder, 'seen.sqlite');
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(0x5a, 3 * 4096));
    using other = openStore(folder);
    const copied = (store: LocalStore) => store.find(`link ${project} s77`);
    assert.equal(copied(other), undefined);
    const { store, settled } = await copyUntilComplete({});
    await settled();
    assert.ok(copied(store));
    await until('the other process has the new file', () => copied(other) !== undefined);
  });

  test('lost while it is followed is made again', async () => {
    const { makeProject, makeLinks, copyUntilComplete, folder } = await setUp();
    const project = await makeProject('one.test');
    await makeLinks(project, 30);
    const { store, settled } = await copyUntilComplete({});
    for (const suffix of ['', '-wal', '-shm']) {
      await rm(join(folder, `seen.sqlite${suffix}`), { force: true });
    }
    await until('the loss is noticed', () => store.copy.state() === undefined);
    await settled();
    assert.ok(store.find(`link ${project} s30`));
  });

  test('answers while the database is away, and no longer once changes are heard of', async () => {
    const { database, connectionString, folder, makeProject, makeLinks, copyUntilComplete } =
      await setUp();
    const project = await makeProject('one.test');
    await makeLinks(project, 3);
    const { stop } = await copyUntilComplete({});
    await stop();
    await database.query("update links set deleted_at = now() where slug = 's1'");
    using old = openStore(folder);
    const relay = await openRelay(connectionString);
    const { db } = endings.use(
      connect({ connectionString: relay.connectionString, log: silentLog, max: 1, name: 'test' }),
    );
    const lookups = createLookups(db, { store: old });
    lookups.setListening(false);
    {
      using _ = relay.cut();
      assert.ok(await lookups.link(project, 's1'));
      // Visited in the moment before changes are heard of, and in the one after it.
      assert.ok(await lookups.link(project, 's1'));
      lookups.setListening(true);
      assert.ok(await lookups.link(project, 's1'));
      assert.ok(await lookups.link(project, 's1'));
    }
    const gone = async () => (await lookups.link(project, 's1')) === null;
    await until('the deleted link is gone', gone);
  });

  test('answers no longer than it may while no changes are heard of', async () => {
    const { folder, makeProject, copyUntilComplete } = await setUp();
    await makeProject('one.test');
    const { stop } = await copyUntilComplete({});
    await stop();
    using store = openStore(folder);
    const lookupsOf = (maxAgeMs: number) => createLookups(connectNowhere(), { store, maxAgeMs });
    const [without, brief] = [lookupsOf(0), lookupsOf(1)];
    const isRefused = async () =>
      Promise.resolve(brief.domain('one.test')).then(
        () => false,
        (error: Error) => error.message.includes('LINK_COPY_MAX_AGE'),
      );
    await until('it is too old', isRefused);
    assert.ok(await without.domain('one.test'));
    brief.setListening(true);
    assert.ok(await brief.domain('one.test'));
    brief.setListening(false);
    await until('it is too old again', isRefused);
  });

  test('pauses while the disk has little space left, and goes on later', async () => {
    const { makeProject, makeLinks, startCopying } = await setUp();
    const project = await makeProject('one.test');
    await makeLinks(project, 5);
    let free = 0;
    const copying = await startCopying({ freeBytes: () => free });
    await until('it says so', () =>
      copying.said().includes('The copy of the links is not up to date'),
    );
    assert.equal(copying.store.copy.state()?.complete, false);
    assert.equal(copying.store.current(`link ${project} s1`), undefined);
    free = 2 ** 40;
    await copying.settled();
    assert.deepEqual(
      copying.said().filter((line) => line.startsWith('The copy')),
      ['The copy of the links is not up to date', 'The copy of the links is up to date again'],
    );
  });
});

function openStore(folder: string, { now = Date.now } = {}): LocalStore {
  return openLocalStore({ folder, release: RELEASE, fill: 'complete', log: silentLog, now });
}

/** A database of its own, and a folder for copies of it. */
async function setUp(inFolder?: string) {
  const connectionString = await makeMigratedDatabase();
  const connection = connect({ connectionString, log: silentLog, max: 4, name: 'test' });
  endings.use(connection);
  const folder = inFolder ?? (await mkdtemp(join(tmpdir(), 'fairlead-copy-')));
  endings.defer(() => rm(folder, { recursive: true, force: true }));
  const database = { db: connection.db, query: connection.pool.query.bind(connection.pool) };

  /** With a verified domain and a key. */
  async function makeProject(host: string, { scheme }: { readonly scheme?: string } = {}) {
    const id = randomUUID();
    await database.query(
      `insert into projects (id, name, plan, ios_scheme) values ($1, $2, 'business', $3)`,
      [id, host, scheme ?? null],
    );
    await database.query(
      `insert into domains (id, project_id, host, verification_token, verified_at)
       values (gen_random_uuid(), $1, $2, $2, now())`,
      [id, host],
    );
    const hash = Buffer.from((host === 'one.test' ? 'ab' : 'cd').repeat(32), 'hex');
    await database.query(
      `insert into app_keys (id, project_id, name, class, prefix, hash)
       values (gen_random_uuid(), $1, 'App', 'secret', 'fl', $2)`,
      [id, hash],
    );
    return id;
  }

  /** In one statement: `s1`, `s2`, … */
  async function makeLinks(projectId: string, count: number, prefix = 's') {
    await database.query(
      `insert into links (id, project_id, domain_id, type, slug, fallback_url)
       select gen_random_uuid(), $1, domains.id, 'unified', $3 || n, 'https://example.com/' || $3 || n
       from domains, generate_series(1, $2::int) as n where project_id = $1`,
      [projectId, count, prefix],
    );
  }

  async function startCopying(
    options: { readonly pageSize?: number; readonly freeBytes?: () => number } = {},
  ) {
    const lines: string[] = [];
    const say = (_: object, message: string) => void lines.push(message);
    const log = { info: say, warn: say, error: say };
    const store = openStore(folder);
    const copying = await copyLinks({
      connectionString,
      copy: store.copy,
      log,
      freeBytes: () => 2 ** 40,
      ...options,
    });
    let stopped = false;
    const stop = async () => {
      if (stopped) return;
      stopped = true;
      await copying[Symbol.asyncDispose]();
      store[Symbol.dispose]();
    };
    endings.defer(stop);
    const query = (sql: string) => {
      using file = new DatabaseSync(join(folder, 'seen.sqlite'), { readOnly: true });
      return file.prepare(sql).all();
    };
    /** All that was committed before the call is copied. */
    const settled = () => {
      const since = Date.now();
      return until('the copy is up to date', () => {
        const { complete = false, readAt = 0 } = store.copy.state() ?? {};
        return complete && readAt > since && query('select 1 from recopies').length === 0;
      });
    };
    /** Its position is above all changes so far, whatever other tests are doing on the server. */
    const passed = () =>
      until('its position is above all changes', async () => {
        const position = String(store.copy.state()?.position ?? 0);
        const { rows } = await database.query(
          'select from changes where transaction >= $1::text::xid8',
          [position],
        );
        return rows.length === 0;
      });
    return { store, stop, settled, passed, query, said: () => lines };
  }

  return {
    folder,
    connectionString,
    database,
    makeProject,
    makeLinks,
    startCopying,
    copyUntilComplete: async (options: { readonly pageSize?: number }) => {
      const copying = await startCopying(options);
      await until('the copy is complete', () => copying.store.copy.state()?.complete ?? false);
      return copying;
    },
  };
}

function connectNowhere() {
  const connection = connect({ connectionString: NOWHERE, log: silentLog, max: 1, name: 'test' });
  endings.use(connection);
  return connection.db;
}

/** What they answer can only be from the copy. */
function lookupsWithoutDatabase(store: LocalStore) {
  const lookups = createLookups(connectNowhere(), { store });
  lookups.setListening(true);
  return waitingForReader(lookups, store);
}

/** The copy is trusted once it has been read again since the process listens. */
function waitingForReader(lookups: ReturnType<typeof createLookups>, store: LocalStore) {
  const since = Date.now();
  const ready = () =>
    until('the copy is read again', () => (store.copy.state()?.readAt ?? 0) > since);
  return {
    domain: async (host: string) => (await ready(), lookups.domain(host)),
    project: async (id: string) => (await ready(), lookups.project(id)),
    appKey: async (hash: string) => (await ready(), lookups.appKey(hash)),
    link: async (id: string, slug: string) => (await ready(), lookups.link(id, slug)),
    schemeOwners: async (scheme: string) => (await ready(), lookups.schemeOwners(scheme)),
  };
}
