import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openRelay, type Relay } from '../support/outside/openRelay.ts';
import { until } from '../support/until.ts';
import { makeServerProcess, type ServerProcess } from '../journal/ServerProcess.ts';
import { newEvent } from './callers.ts';

const linux = process.platform === 'linux' ? {} : { skip: 'asks /proc for worker processes' };

async function record(server: ServerProcess, path: string, eventIds: readonly string[]) {
  const events = eventIds.map((eventId) => newEvent({ eventId }));
  const reply = await server.call('POST', path, { events });
  assert.equal(reply.status, 202, path);
  return (await reply.json()) as { accepted: number; duplicates: number };
}

/** All events that are stored, once numbers are exact. */
async function storedEvents(server: ServerProcess): Promise<string[]> {
  await server.untilHealthy();
  await server.readStats();
  const { rows } = await server.database.query<{ event_id: string }>(
    'select event_id from events order by event_id',
  );
  return rows.map((row) => row.event_id);
}

describe('events of a server that is killed', linux, () => {
  test('none is lost between answer and load, and none is doubled by a restart', async () => {
    const server = await makeServerProcess();
    await server.start();
    await server.database.query('begin');
    await server.database.query('lock table events in exclusive mode');
    await record(server, '/v1/events', ['a', 'b']);
    await record(server, '/v1/sdk/events', ['c']);
    await server.kill('all');
    await server.database.query('rollback');
    await server.start();
    // The process that knew them is gone: it takes them, and they count once.
    assert.deepEqual(await record(server, '/v1/events', ['b', 'd']), {
      accepted: 2,
      duplicates: 0,
      errors: [],
    });
    assert.deepEqual(await storedEvents(server), ['a', 'b', 'c', 'd']);
  });
});

describe('what a server says of an event that an app has said', linux, () => {
  test('counts also after a kill between answer and load, and no app takes it back later', async () => {
    const server = await makeServerProcess();
    await server.start();
    const { database } = server;
    const become = async (keyClass: 'secret' | 'publishable') => {
      await database.query('update app_keys set class = $1', [keyClass]);
      const status = keyClass === 'secret' ? 202 : 403;
      await until(`the key is ${keyClass}`, async () => {
        const reply = await server.call('POST', '/v1/events', { events: [] });
        return reply.status === status;
      });
    };
    const saidBy = async () => {
      await storedEvents(server);
      const { rows } = await database.query<{ said_by: string }>('select said_by from events');
      return rows.map((row) => row.said_by);
    };
    await become('publishable');
    await record(server, '/v1/sdk/events', ['order']);
    await become('secret');
    assert.deepEqual(await saidBy(), ['app']);
    await database.query('begin');
    await database.query('lock table events in exclusive mode');
    assert.equal((await record(server, '/v1/events', ['order'])).accepted, 1);
    await server.kill('all');
    await database.query('rollback');
    await server.start();
    assert.deepEqual(await saidBy(), ['server']);
    await become('publishable');
    // The process that knew it is gone.
    assert.equal((await record(server, '/v1/sdk/events', ['order'])).accepted, 1);
    await become('secret');
    assert.deepEqual(await saidBy(), ['server']);
  });
});

describe('while the database is unreachable', linux, () => {
  test('events are answered, also after a restart, and stored later', async () => {
    let relay: Relay | undefined;
    const server = await makeServerProcess({}, async (connectionString) => {
      relay = await openRelay(connectionString);
      return relay.connectionString;
    });
    await server.start();
    await record(server, '/v1/events', ['a']);
    await until('key and project are kept on disk', () => {
      using file = new DatabaseSync(join(server.dataDir, 'journal/seen.sqlite'), {
        readOnly: true,
      });
      const kinds = file.prepare('select distinct substr(key, 1, 4) as kind from entries').all();
      const kept = new Set(kinds.map(({ kind }) => kind));
      return kept.has('proj') && [...kept].some((kind) => String(kind).includes('key'));
    });
    const gone = relay!.cut();
    await record(server, '/v1/events', ['b']);
    await record(server, '/v1/sdk/events', ['c']);
    await server.kill('all');
    await server.start({ database: 'away' });
    await record(server, '/v1/events', ['d']);
    await record(server, '/v1/sdk/events', ['e']);
    gone[Symbol.dispose]();
    assert.deepEqual(await storedEvents(server), ['a', 'b', 'c', 'd', 'e']);
  });
});
