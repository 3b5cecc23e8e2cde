import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { ApiError, PROBLEM_JSON, readFailure } from '@fairlead/contract/ApiError';
import { compileSchema } from '@fairlead/contract/findings';
import { ErrorResponse, type FieldError, ProblemDocument } from '@fairlead/contract/resources';
import {
  anyProject,
  appKey,
  member,
  newLink,
  newProject,
  type TestProject,
} from '../../support/callers/personas.ts';
import { type RawReply, send } from '../../support/callers/request.ts';

async function refuse(headers: Record<string, string>, body = '{"type":5,"slug":""}') {
  const project = await anyProject();
  return send({
    method: 'POST',
    path: '/v1/sdk/links',
    headers: { 'x-app-key': project.appKey, ...headers },
    body,
  });
}

type Problem = ProblemDocument;

async function problemOf(
  project: TestProject,
  { body, ...request }: { method?: string; path: string; body?: object },
): Promise<Problem> {
  const reply = await send({
    ...request,
    port: project.server.port,
    headers: { 'x-app-key': project.appKey, accept: 'application/problem+json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return fits(ProblemDocument, reply);
}

/** Field, code and pointer of each finding, by field. */
function placesOf({ errors }: { readonly errors: readonly FieldError[] }) {
  return errors
    .map(({ field, code, pointer }) => [field, code, pointer])
    .toSorted((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1));
}

function fits(schema: typeof ErrorResponse | typeof ProblemDocument, { text }: RawReply) {
  const value = JSON.parse(text);
  assert.deepEqual(compileSchema(schema).findings(value, 'the reply'), []);
  return value;
}

describe('error formats (Rule: errors)', () => {
  test('ErrorResponse has a list for several messages and a string for one or for an SDK', async () => {
    const several = await refuse({});
    assert.equal(several.headers['content-type'], 'application/json; charset=utf-8');
    const body = fits(ErrorResponse, several);
    assert.deepEqual([body.statusCode, body.error], [400, 'VALIDATION_ERROR']);
    assert.equal(body.message.length, 2);
    const one = fits(ErrorResponse, await refuse({}, '{"type":5}'));
    assert.equal(typeof one.message, 'string');
    const sdk = fits(
      ErrorResponse,
      await refuse({ 'x-svc-client': 'sdk-ios' }, '{"type":5,"iosUrl":"nowhere"}'),
    );
    assert.match(sdk.message, /; /);
  });

  test("clients that accept problem+json get it, with a link to the code's page (RFC 9457)", async () => {
    const reply = await refuse({ accept: 'application/problem+json, */*' });
    assert.equal(reply.headers['content-type'], 'application/problem+json; charset=utf-8');
    const problem = fits(ProblemDocument, reply);
    assert.equal(problem.type, 'http://api.test:3000/docs/errors/VALIDATION_ERROR');
    assert.deepEqual([problem.status, problem.title], [400, 'Bad Request']);
    assert.equal(problem.instance, '/v1/sdk/links');
    assert.equal(problem.code, 'VALIDATION_ERROR');
    assert.deepEqual(problem.errors, [
      {
        field: 'type',
        code: 'not_allowed',
        message: 'type must be one of: unified, dynamic',
        pointer: '/type',
      },
      { field: 'slug', code: 'too_short', message: 'slug must not be empty', pointer: '/slug' },
    ]);
    assert.equal(problem.detail, 'type must be one of: unified, dynamic; slug must not be empty');
  });

  test('schema errors and other violations are returned together, each with its field', async () => {
    const project = await newProject();
    await newLink(project, { slug: 'taken' });
    const problem = await problemOf(project, {
      method: 'POST',
      path: '/v1/sdk/links',
      body: {
        type: 'magic',
        slug: 'taken',
        domain: 'elsewhere.test',
        fallbackUrl: 'nowhere',
        iosUrl: 'javascript:alert(1)',
        parameters: { a: 'nul \u0000' },
        'odd/key': 1,
      },
    });
    assert.deepEqual(placesOf(problem), [
      ['domain', 'unknown', '/domain'],
      ['fallbackUrl', 'format', '/fallbackUrl'],
      ['iosUrl', 'forbidden_scheme', '/iosUrl'],
      ['odd/key', 'unknown_property', '/odd~1key'],
      ['parameters', 'forbidden_character', '/parameters'],
      ['slug', 'taken', '/slug'],
      ['type', 'not_allowed', '/type'],
    ]);
  });

  test('a body that fits its schema gets all its other violations at once', async () => {
    const project = await newProject();
    await newLink(project, { slug: 'taken' });
    const problem = await problemOf(project, {
      method: 'POST',
      path: '/v1/sdk/links',
      body: { type: 'unified', slug: 'taken', iosUrl: 'javascript:alert(1)' },
    });
    assert.deepEqual(placesOf(problem), [
      ['iosUrl', 'forbidden_scheme', '/iosUrl'],
      ['slug', 'taken', '/slug'],
    ]);
  });

  test('updateLink reports fixed fields, formats and schemes together', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const problem = await problemOf(project, {
      method: 'PUT',
      path: `/v1/links/${link.id}`,
      body: { externalId: 'new', allowQueryPassthrough: 'yes', iosUrl: 'data:x', name: null },
    });
    assert.deepEqual(placesOf(problem), [
      ['allowQueryPassthrough', 'type', '/allowQueryPassthrough'],
      ['externalId', 'immutable', '/externalId'],
      ['iosUrl', 'forbidden_scheme', '/iosUrl'],
    ]);
  });

  test('nested fields are named with dots', async () => {
    const project = await anyProject();
    const reply = await member(project)(operations.updateProject, {
      params: { projectId: project.project.id },
      body: { defaultUrl: 'data:x', matchingWindowMinutes: 1, ios: { scheme: 'about' } },
      headers: { accept: PROBLEM_JSON },
    });
    assert.equal(reply.status, 400);
    assert.deepEqual(placesOf(new ApiError(readFailure(reply))), [
      ['defaultUrl', 'forbidden_scheme', '/defaultUrl'],
      ['ios.scheme', 'forbidden_scheme', '/ios/scheme'],
      ['matchingWindowMinutes', 'too_small', '/matchingWindowMinutes'],
    ]);
  });

  test('parameters have no pointer, the body as a whole has an empty one', async () => {
    const project = await anyProject();
    const list = await problemOf(project, { path: '/v1/links?limit=0&cursor=x' });
    assert.deepEqual(placesOf(list), [['limit', 'too_small', undefined]]);
    const none = await problemOf(project, { method: 'POST', path: '/v1/sdk/links' });
    assert.deepEqual(placesOf(none), [['', 'required', '']]);
    const missing = await problemOf(project, { path: '/v1/sdk/links/no-such-link' });
    assert.deepEqual([missing.status, missing.errors], [404, []]);
  });

  test("the contract's client parses both formats", async () => {
    const project = await anyProject();
    const body = { type: 'magic', slug: '' } as never;
    for (const accept of [PROBLEM_JSON, 'application/json']) {
      const reply = await appKey(project, { accept })(operations.createLink, { body });
      const error = new ApiError(readFailure(reply));
      assert.deepEqual([error.status, error.code], [400, 'VALIDATION_ERROR']);
      assert.equal(error.messages.length, 2);
      assert.equal(error.requestId, reply.headers.get('x-request-id'));
      const fields = error.errors.map((each) => each.field);
      assert.deepEqual(fields, accept === PROBLEM_JSON ? ['type', 'slug'] : []);
    }
  });

  for (const [accept, isProblem] of [
    ['application/problem+json', true],
    ['application/json, application/problem+json', true],
    ['application/problem+json, */*;q=0.1', true],
    ['Application/Problem+JSON;q=0.9, application/json;q=0.8', true],
    ['application/problem+json;q=0.4, application/json;q=0.2, */*', true],
    ['application/json, application/problem+json;q=0.5', false],
    ['application/problem+json;q=0', false],
    ['application/problem+json;q=0.5, */*', false],
    ['*/*', false],
    ['application/*', false],
  ] as const) {
    test(`Accept: ${accept} gets ${isProblem ? 'a problem document' : 'ErrorResponse'}`, async () => {
      const { headers } = await send({ path: '/v1/nothing', headers: { accept } });
      const type = isProblem ? 'application/problem+json' : 'application/json';
      assert.equal(headers['content-type'], `${type}; charset=utf-8`);
    });
  }

  test('malformed JSON, malformed paths and unknown paths use both formats', async () => {
    const broken = await refuse({}, '{');
    const path = await send({ path: '/v1/sdk/links/%F0%9F' });
    const unknown = await send({ method: 'PUT', path: '/v1/nothing' });
    assert.deepEqual([broken.status, path.status, unknown.status], [400, 400, 404]);
    for (const reply of [broken, path, unknown]) {
      fits(ErrorResponse, reply);
      assert.match(String(reply.headers['x-request-id']), /^[0-9a-f-]{36}$/);
    }
  });
});
