import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { LIMITS } from '@fairlead/contract/limits';
import { reencryptSecrets } from '#teams/accounts/signIn/reencryptSecrets.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { member, newProject, type TestProject } from '../support/callers/personas.ts';
import { bodyOf, newPerson } from '../support/callers/person.ts';
import { takeFailures } from '../support/run/failures.ts';
import { openRelay } from '../support/outside/openRelay.ts';
import { SECRET as SERVER_SECRET, startServer } from '../support/useServer.ts';
import { deliver, newSource, seen, storedOf } from './callers.ts';
import { REVENUECAT } from './samples.ts';

const {
  createEventSource,
  updateEventSource,
  deleteEventSource,
  listEventSources,
  listAuditEntries,
} = operations;
const SECRET = 'Bearer 7d2c1f0e';
/** The value of SECRET that the operator puts in its place. */
const NEXT = 'another one, as long as it has to be';
const signed = { authorization: SECRET };
const revenueCat = { kind: 'revenuecat', name: 'RevenueCat', secret: SECRET } as const;

const paramsOf = ({ project }: TestProject) => ({ projectId: project.id });

/** What is wrong with a source that somebody wants to add. */
async function refusalOf(project: TestProject, body: object): Promise<string> {
  const given = { params: paramsOf(project), body: { name: 'A source', ...body } as never };
  const reply = await member(project)(createEventSource, given);
  assert.equal(reply.status, 400, JSON.stringify(reply.body));
  return JSON.stringify(reply.body);
}

describe('event sources', () => {
  test('the secret is sealed and never shown, also not in the audit log', async () => {
    const sourced = await newSource('revenuecat', { secret: SECRET });
    const { project, source } = sourced;
    const params = paramsOf(project);
    assert.match(source.url, new RegExp(`/api/v1/sources/${source.id}$`));
    const other = 'Bearer another';
    const body = { secret: other, name: ' Renamed ' };
    const updated = bodyOf(
      await member(project)(updateEventSource, {
        params: { ...params, sourceId: source.id },
        body,
      }),
      200,
    );
    assert.deepEqual(updated, { ...source, name: 'Renamed' });
    const row = await project.server.app.db
      .selectFrom('event_sources')
      .selectAll()
      .where('id', '=', source.id)
      .executeTakeFirstOrThrow();
    const entries = bodyOf(await member(project)(listAuditEntries, { params }), 200);
    const shown = JSON.stringify([row, await seen(sourced), entries]);
    for (const secret of [SECRET, other]) assert.ok(!shown.includes(secret));
    const actions = entries.entries.map(({ action }) => action);
    assert.deepEqual(actions.slice(0, 2), ['event_source.updated', 'event_source.created']);
    assert.equal(await deliver(sourced, REVENUECAT.renewal, signed), 401);
    assert.equal(await deliver(sourced, REVENUECAT.renewal, { authorization: other }), 200);
  });

  test('400: settings and secret that do not fit the kind, each by its name', async () => {
    const project = await newProject();
    const play = { packageName: 'a', audience: 'b' };
    const mapping = { signature: { scheme: 'header' }, eventId: 'a..b', name: {}, amount: 1 };
    const loose = {
      signature: { scheme: 'header' },
      eventId: 'a',
      name: {},
      amount: { path: 'a', unit: 'minor' },
    };
    const hooks = {
      signature: { scheme: 'standard-webhooks' },
      eventId: 'a',
      name: { value: 'b' },
    };
    for (const [body, ...expected] of [
      [{ kind: 'revenuecat' }, /secret is required/],
      [
        { ...revenueCat, settings: { bundleId: 'a' } },
        /settings\.bundleId is not a known property/,
      ],
      [{ kind: 'app_store', settings: {} }, /settings\.bundleId is required/],
      [{ kind: 'app_store', settings: { bundleId: 'a' }, secret: 'b' }, /secret must be left out/],
      [{ kind: 'google_play', settings: play }, /settings\.serviceAccount is required/],
      [
        { kind: 'custom', settings: mapping, secret: 'b' },
        /settings\.eventId must be a path/,
        /settings\.amount must be an object/,
      ],
      [
        { kind: 'custom', settings: loose, secret: 'b' },
        /settings\.signature\.header is required/,
        /settings\.name must have either path or value/,
        /settings\.currency must have either path or value/,
      ],
      [{ kind: 'custom', settings: hooks, secret: 'no key' }, /secret must be the signing secret/],
      [{ kind: 'fax' }, /kind must be one of/],
    ] as const) {
      const refusal = await refusalOf(project, body);
      for (const message of expected) assert.match(refusal, message);
    }
  });

  test('400: an update with settings that do not fit', async () => {
    const { project, source } = await newSource('app_store', { settings: { bundleId: 'a' } });
    const params = { ...paramsOf(project), sourceId: source.id };
    const reply = await member(project)(updateEventSource, { params, body: { settings: {} } });
    assert.equal(reply.status, 400);
  });

  test('409: as many as there may be', async () => {
    const { project, source } = await newSource('revenuecat', { secret: SECRET });
    const rows = Array.from({ length: LIMITS.eventSources - 1 }, () => ({
      id: crypto.randomUUID(),
      project_id: project.project.id,
      kind: 'revenuecat',
      name: 'Another',
      settings: {},
      test_only: false,
    }));
    await project.server.app.db.insertInto('event_sources').values(rows).execute();
    const create = { params: paramsOf(project), body: revenueCat };
    assert.equal((await member(project)(createEventSource, create)).status, 409);
    const params = { ...paramsOf(project), sourceId: source.id };
    assert.equal((await member(project)(deleteEventSource, { params })).status, 200);
    assert.equal((await member(project)(createEventSource, create)).status, 201);
  });

  test('403, 404: viewers see none, and another project’s cannot be changed', async () => {
    const { project, source } = await newSource('revenuecat', { secret: SECRET });
    const viewer = await newPerson({ project, role: 'viewer' });
    assert.equal((await viewer.call(listEventSources, { params: paramsOf(project) })).status, 403);
    const stranger = await newProject();
    const params = { ...paramsOf(stranger), sourceId: source.id };
    const body = { testOnly: true };
    assert.equal((await member(stranger)(updateEventSource, { params, body })).status, 404);
    assert.equal((await member(stranger)(deleteEventSource, { params })).status, 404);
    const { sources } = bodyOf(
      await member(stranger)(listEventSources, { params: paramsOf(stranger) }),
      200,
    );
    assert.deepEqual(sources, []);
  });
});

describe('receiving', () => {
  test('404: a source that does not exist, or has been deleted', async () => {
    const sourced = await newSource('revenuecat', { secret: SECRET });
    const { project, source } = sourced;
    const url = source.url.replace(source.id, crypto.randomUUID());
    const unknown = { ...sourced, source: { ...source, url } };
    assert.equal(await deliver(unknown, REVENUECAT.renewal, signed), 404);
    const params = { ...paramsOf(project), sourceId: source.id };
    await member(project)(deleteEventSource, { params });
    assert.equal(await deliver(sourced, REVENUECAT.renewal, signed), 404);
  });

  test('401: what is signed for a source of another project', async () => {
    const mine = await newSource('revenuecat', { secret: SECRET });
    const theirs = await newSource('revenuecat', { secret: 'Bearer of theirs' });
    assert.equal(await deliver(theirs, REVENUECAT.renewal, signed), 401);
    assert.equal(await deliver(mine, REVENUECAT.renewal, signed), 200);
    assert.deepEqual(await storedOf(theirs), []);
    assert.equal((await storedOf(mine)).length, 1);
  });

  test('413: more than a call may have', async () => {
    const sourced = await newSource('revenuecat', { secret: SECRET });
    const body = JSON.stringify({ event: 'x'.repeat(LIMITS.eventsBytes) });
    assert.equal(await deliver(sourced, body, signed), 413);
  });

  test('503: the database is away, or the secret was sealed with a SECRET that is not configured', async () => {
    const database = await makeMigratedDatabase();
    const relay = await openRelay(database);
    const server = await startServer({}, relay.connectionString);
    const project = await newProject({ plan: 'self-hosted' }, server);
    const sourced = await newSource('revenuecat', { secret: SECRET }, project);
    const forgotten = await startServer({ SECRET: NEXT }, database);
    const there = { ...sourced, project: { ...project, server: forgotten } };
    assert.equal(await deliver(there, REVENUECAT.renewal, signed), 503);
    const both = { SECRET: NEXT, PREVIOUS_SECRETS: SERVER_SECRET };
    const renewing = await startServer(both, database);
    assert.equal((await reencryptSecrets(renewing.app.accounts)).reencrypted, 1);
    assert.equal(await deliver(there, REVENUECAT.renewal, signed), 200);
    using _gone = relay.cut();
    assert.equal(await deliver(sourced, REVENUECAT.renewal, signed), 503);
    takeFailures();
  });

  test('calls are counted by client IP address, in a budget of their own', async () => {
    const server = await startServer({ RATE_LIMITS: 'on' });
    const project = await newProject({ plan: 'self-hosted' }, server);
    const { source } = await newSource('revenuecat', { secret: SECRET }, project);
    const reply = await fetch(`${server.origin}${new URL(source.url).pathname}`, {
      method: 'POST',
      headers: { ...signed, 'content-type': 'application/json' },
      body: JSON.stringify(REVENUECAT.renewal),
    });
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('ratelimit-policy'), '"source";q=6000;w=60');
  });
});
