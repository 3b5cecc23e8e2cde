import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { insertAppKey } from '#teams/appKeys/insertAppKey.ts';
import { newProject, type TestProject } from '../support/callers/personas.ts';
import { send } from '../support/callers/request.ts';
import { newEvent, rowsOf } from './callers.ts';

const DEEP = `${'['.repeat(60)}${']'.repeat(60)}`;
const event = (id: string, properties = '{}') =>
  `{"eventId": "${id}", "name": "n", "properties": ${properties}}`;

/** What the parser refuses in an event. */
const REFUSED = [
  ['__proto__', '{"__proto__": 1}', 'properties.__proto__', /properties\.__proto__ is a key/],
  [
    'constructor.prototype',
    '{"constructor": {"prototype": 1}}',
    'properties.constructor',
    /properties\.constructor is a key/,
  ],
  ['too many levels', DEEP, '', /The event must not be nested deeper than/],
] as const;

const FORMS = {
  JSON: {
    type: 'application/json',
    write: (events: readonly string[]) => `{"events" : [ ${events.join(' , ')} ] }`,
  },
  'JSON whose other members come last': {
    type: 'application/json',
    write: (events: readonly string[]) =>
      `{"\\u0065vents":[${events.join(',')}],"sentAt":"${new Date().toISOString()}"}`,
  },
  NDJSON: { type: 'application/x-ndjson', write: (events: readonly string[]) => events.join('\n') },
} as const;

async function post(project: TestProject, key: string, path: string, type: string, body: string) {
  const reply = await send({
    method: 'POST',
    path,
    headers: { 'x-app-key': key, 'content-type': type },
    body,
    port: project.server.port,
  });
  return { status: reply.status, body: JSON.parse(reply.text) as Record<string, unknown> };
}

async function keysOf(project: TestProject) {
  const { text } = await insertAppKey(project.server.app.db, project.project, {
    name: 'App',
    class: 'publishable',
  });
  return [
    ['a secret key', project.appKey, '/v1/events'],
    ['a publishable key', text, '/v1/sdk/events'],
  ] as const;
}

describe('what the parser refuses in one event', () => {
  for (const [title, properties, field, message] of REFUSED) {
    for (const [form, { type, write }] of Object.entries(FORMS)) {
      test(`${title}, ${form}: is wrong with this event, and its neighbours are stored`, async () => {
        const project = await newProject();
        const stored: string[] = [];
        for (const [of, key, path] of await keysOf(project)) {
          if (form === 'NDJSON' && path === '/v1/sdk/events') continue;
          const ids = [`${of} first`, `${of} last`];
          const body = write([event(ids[0]!), event('bad', properties), event(ids[1]!)]);
          const reply = await post(project, key, path, type, body);
          assert.equal(reply.status, 202, JSON.stringify(reply.body));
          const errors = reply.body['errors'] as {
            index: number;
            field: string;
            message: string;
          }[];
          assert.deepEqual(
            [reply.body['accepted'], errors.map((error) => [error.index, error.field])],
            [2, [[1, field]]],
          );
          assert.match(errors[0]!.message, message);
          stored.push(...ids);
        }
        const rows = await rowsOf(project);
        assert.deepEqual(
          rows.map((row) => row.event_id),
          stored.toSorted(),
        );
      });
    }
  }

  for (const [title, body] of [
    ['no JSON', `{"events": [${event('a')}, {"eventId": }, ${event('b', '{"__proto__": 1}')}]}`],
    ['an event without its end', `{"events": [${event('a', '{"__proto__": 1}')}, {]}`],
    ['a comma too many', `{"events": [${event('a', '{"__proto__": 1}')},]}`],
    ['two lists', `{"events": [${event('a', DEEP)}], "events": []}`],
    ['a key of the body', `{"__proto__": 1, "events": [${event('a')}]}`],
    ['levels of the body', `{"more": ${DEEP}, "events": [${event('a')}]}`],
    ['no list', `{"events": ${DEEP.replaceAll('[', '{"a":').replaceAll(']', '}')}}`],
  ] as const) {
    test(`400 and nothing is stored: ${title}`, async () => {
      const project = await newProject();
      for (const [, key, path] of await keysOf(project)) {
        const reply = await post(project, key, path, 'application/json', body);
        assert.equal(reply.status, 400, JSON.stringify(reply.body));
      }
      assert.deepEqual(await rowsOf(project), []);
    });
  }
});

describe('half of a surrogate pair', () => {
  for (const field of [
    'eventId',
    'name',
    'installationId',
    'customerId',
    'transactionId',
  ] as const) {
    test(`in ${field} is wrong with this event, and its neighbours are stored`, async () => {
      const project = await newProject();
      const good = newEvent({ [field]: 'whole \u{1F98A}' });
      for (const [of, key, path] of await keysOf(project)) {
        const bad = newEvent({ [field]: 'half \ud83e' });
        const body = JSON.stringify({ events: [bad, { ...good, eventId: of }] });
        const reply = await post(project, key, path, 'application/json', body);
        assert.deepEqual(reply.body, {
          accepted: 1,
          duplicates: 0,
          errors: [
            {
              index: 0,
              field,
              message: `${field} must be well-formed Unicode; it has half of a surrogate pair`,
            },
          ],
        });
      }
      assert.equal((await rowsOf(project)).length, 2);
    });
  }
});
