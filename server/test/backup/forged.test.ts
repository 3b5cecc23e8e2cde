import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { runFairlead } from '../../../cli/test/runFairlead.ts';
import { openBackupPlace } from '#platform/adapters/backupPlaces.ts';
import { readBackup } from '#platform/backup/readBackup.ts';
import { restoreBackup } from '#platform/backup/restoreBackup.ts';
import { writeBackup } from '#platform/backup/writeBackup.ts';
import { connect } from '#platform/db/connections/connect.ts';
import { ensurePartitions } from '#platform/db/migrations/partitions.ts';
import { childEnvironment } from '../support/run/childEnvironment.ts';
import { makeEmptyDatabase, makeMigratedDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';
import { makeTestFolder } from '../support/startTestServer.ts';
import { SECRET } from '../support/useServer.ts';
import { type BackupParts, rewrite } from './rewrite.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const FOREIGN = 'the-secret-of-another-installation';
const SEAL_LINES = 2;

let folder: string;
let file: string;

before(async () => {
  const connectionString = await makeMigratedDatabase();
  {
    await using connection = connect({ connectionString, log: silentLog });
    await ensurePartitions(connection.db, new Date(), 1);
  }
  folder = await makeTestFolder();
  file = join(folder, 'fairlead.backup');
  await writeBackup({
    connectionString,
    place: openBackupPlace(file),
    version: '0.1.0',
    secret: SECRET,
    includesSecret: false,
    withoutClicks: false,
  });
});

type Change = (parts: BackupParts) => object;

const inHeading =
  (fields: object): Change =>
  (parts) => ({ ...parts, heading: { ...parts.heading, ...fields } });

const inPartition = (fields: object): Change =>
  inHeading({
    partitions: [
      {
        name: 'clicks_2001_01',
        parent: 'clicks',
        bound: `FOR VALUES FROM ('${uuid(1)}') TO ('${uuid(2)}')`,
        ...fields,
      },
    ],
  });

/** Other than the first table's heading, everything stays. */
const inTable =
  (fields: object): Change =>
  ({ lines: [first = '', ...lines], ...parts }) => ({
    ...parts,
    lines: [JSON.stringify({ ...(JSON.parse(first) as object), ...fields }), ...lines],
  });

const inEnding =
  (fields: object): Change =>
  (parts) => ({ ...parts, ending: { ...parts.ending, ...fields } });

const SQL = "('') TO (''); drop table users; --";

const FORGERIES: readonly [string, Change, RegExp][] = [
  ['SQL in a bound', inPartition({ bound: `FOR VALUES FROM ${SQL}` }), /partitions\/0\/bound/],
  ['a bound with more', inPartition({ bound: 'DEFAULT TABLESPACE x' }), /partitions\/0\/bound/],
  ['a bound of two lines', inPartition({ bound: 'DEFAULT\n' }), /partitions\/0\/bound/],
  ["another table's name for a month", inPartition({ name: 'users' }), /partitions\/0\/name/],
  ['SQL in a parent', inPartition({ parent: 'clicks" default; --' }), /partitions\/0\/parent/],
  ['text for a month', inHeading({ partitions: ['DEFAULT'] }), /partitions\/0/],
  [
    'a path for a migration',
    inHeading({ migrations: [{ number: 1, name: '../1.sql', checksum: 'f'.repeat(64) }] }),
    /migrations\/0\/name/,
  ],
  ['a release of control characters', inHeading({ version: '0.1.0\u001b[2J' }), /version/],
  ['a date that is none', inHeading({ createdAt: 'yesterday' }), /createdAt/],
  ['a secret of two lines', inHeading({ secret: `${'x'.repeat(20)}\n` }), /secret/],
  ['what no release writes', inHeading({ run: 'this' }), /run/],
  ['SQL in a table', inTable({ table: 'users" from program' }), /table/],
  ['SQL in a column', inTable({ columns: ['id) from program'] }), /columns\/0/],
  [
    'SQL in a sequence',
    inEnding({ sequences: [{ name: "x'", value: '1' }] }),
    /sequences\/0\/name/,
  ],
  [
    'text for a number',
    inEnding({ sequences: [{ name: 'x', value: 'x' }] }),
    /sequences\/0\/value/,
  ],
];

/** Their names look like ours: only the schema can tell. */
const STRANGERS: readonly [string, Change, RegExp][] = [
  ['a month of a table without months', inPartition({ parent: 'users' }), /partitions of users/],
  ['an unknown table', inTable({ table: 'strangers' }), /rows of strangers/],
  ['an unknown column', inTable({ columns: ['strange'] }), /the column strange/],
  [
    'an unknown sequence',
    inEnding({ sequences: [{ name: 'strange', value: '1' }] }),
    /the sequence strange/,
  ],
];

const verify = (of: string, secrets = [SECRET]) =>
  readBackup({ place: openBackupPlace(of), secrets });

describe('a forged backup', () => {
  for (const secret of [FOREIGN, undefined]) {
    const format = secret === undefined ? 'without seals' : 'with fitting seals';
    for (const [name, change, message] of FORGERIES) {
      test(`${format}: ${name} is refused, and named`, async () => {
        const forged = join(folder, 'forged.backup');
        await rewrite(file, forged, change, { secret });
        await assert.rejects(verify(forged), message);
      });
    }
  }

  for (const [name, change, message] of STRANGERS) {
    test(`${name} is refused, and the database stays empty`, async () => {
      const forged = join(folder, 'forged.backup');
      await rewrite(file, forged, change, { secret: FOREIGN });
      const connectionString = await makeEmptyDatabase();
      const place = openBackupPlace(forged);
      await assert.rejects(
        restoreBackup({ connectionString, place, secrets: [SECRET], log: silentLog }),
        message,
      );
      assert.deepEqual(await countUsers(connectionString), [{ count: '0' }]);
    });
  }

  test('is refused if it says that it was written here and its MAC does not fit', async () => {
    const lines = gunzipSync(await readFile(file))
      .toString('latin1')
      .split('\n');
    const changed = async (change: (text: string[]) => string[]) => {
      const forged = join(folder, 'forged.backup');
      await writeFile(forged, gzipSync(Buffer.from(change(lines).join('\n'), 'latin1')));
      return forged;
    };
    const [heading = '', ...rest] = lines;
    const older = heading.replace('"0.1.0"', '"0.0.9"');
    assert.notEqual(older, heading);
    await assert.rejects(
      verify(await changed(() => [older, ...rest])),
      /its checksum does not fit/,
    );

    const foreign = join(folder, 'foreign.backup');
    await rewrite(file, foreign, undefined, { secret: FOREIGN });
    const seals = gunzipSync(await readFile(foreign))
      .toString('latin1')
      .split('\n');
    for (const at of [1, lines.length - SEAL_LINES]) {
      const { mac } = JSON.parse(seals[at] ?? '') as { mac: string };
      const forged = await changed((all) =>
        all.with(at, JSON.stringify({ ...(JSON.parse(all[at] ?? '') as object), mac })),
      );
      await assert.rejects(verify(forged), /its MAC does not fit/);
    }
    await assert.rejects(
      verify(await changed(([first = '', ...more]) => [first, ...more.slice(1)])),
      /was not written by Fairlead/,
    );
  });

  test('a chunk longer than any that is written is refused before it is read', async () => {
    const long = join(folder, 'long.backup');
    for (const length of ['1048577', '2000000000', '1e9', '-1', ' 1']) {
      await rewrite(file, long, ({ lines: [table = ''], ...parts }) => ({
        ...parts,
        lines: [table, length],
      }));
      await assert.rejects(verify(long), /a length in it is none/);
    }
  });
});

describe('restore --verify', () => {
  test('says whose the backup is', async () => {
    const foreign = join(folder, 'foreign.backup');
    await rewrite(file, foreign, undefined, { secret: FOREIGN });
    const unsealed = join(folder, 'unsealed.backup');
    await rewrite(file, unsealed, undefined, { secret: undefined });
    const cases: readonly [string, Record<string, string>, string, RegExp][] = [
      [file, { SECRET }, 'this installation', /This installation wrote it/],
      [foreign, { SECRET }, 'another installation', /Another installation wrote it/],
      [
        foreign,
        { SECRET, PREVIOUS_SECRETS: FOREIGN },
        'this installation',
        /This installation wrote it/,
      ],
      [file, { SECRET: '' }, 'unknown', /has no SECRET yet/],
      [unsealed, { SECRET }, 'unsealed', /It has no MAC/],
    ];
    for (const [of, env, origin, sentence] of cases) {
      const all = { ...childEnvironment, DATA_DIR: folder, ...env };
      const asked = (...more: string[]) =>
        runFairlead(['restore', of, '--verify', ...more], all, REPOSITORY);
      const { out, err } = await asked('--json');
      assert.equal(err, '');
      assert.equal((JSON.parse(out) as { origin: string }).origin, origin);
      assert.match((await asked()).out, sentence);
    }
  });
});

test('restore --verify says that the clicks are elsewhere', async () => {
  const without = join(folder, 'without.backup');
  await rewrite(file, without, inHeading({ without: 'clicks' }));
  const env = { ...childEnvironment, DATA_DIR: folder, SECRET };
  const { out } = await runFairlead(['restore', without, '--verify'], env, REPOSITORY);
  assert.match(out, /restore ClickHouse’s backup before you start a server/);
});

function countUsers(connectionString: string) {
  return ask(connectionString, 'select count(*) from users');
}

async function ask(connectionString: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function uuid(number: number): string {
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}
