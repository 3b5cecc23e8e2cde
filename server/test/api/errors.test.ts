import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileSchema } from '@fairlead/contract/findings';
import { ErrorResponse, ProblemDocument } from '@fairlead/contract/resources';
import { anyProject } from '../support/personas.ts';
import { type RawReply, send } from '../support/request.ts';

async function refuse(headers: Record<string, string>, body = '{"type":5,"slug":""}') {
  const project = await anyProject();
  return send({
    method: 'POST',
    path: '/v1/sdk/links?x=1',
    headers: { 'x-app-key': project.appKey, ...headers },
    body,
  });
}

function fits(schema: typeof ErrorResponse | typeof ProblemDocument, { text }: RawReply) {
  const value = JSON.parse(text);
  assert.deepEqual(compileSchema(schema).findings(value, 'the reply'), []);
  return value;
}

describe('errors (DECISIONS 6)', () => {
  test('ErrorResponse: several findings are a list, one is a text, an SDK gets a text', async () => {
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

  test('problem+json for those who accept it, with the page of the code (RFC 9457)', async () => {
    const reply = await refuse({ accept: 'application/problem+json, */*' });
    assert.equal(reply.headers['content-type'], 'application/problem+json; charset=utf-8');
    const problem = fits(ProblemDocument, reply);
    assert.equal(problem.type, 'http://api.test:3000/docs/errors/VALIDATION_ERROR');
    assert.deepEqual([problem.status, problem.title], [400, 'Bad Request']);
    assert.equal(problem.instance, '/v1/sdk/links');
    assert.equal(problem.code, 'VALIDATION_ERROR');
    assert.equal(problem.errors.length, 2);
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
    test(`Accept: ${accept} is answered with ${isProblem ? 'a problem document' : 'ErrorResponse'}`, async () => {
      const { headers } = await send({ path: '/v1/nothing', headers: { accept } });
      const type = isProblem ? 'application/problem+json' : 'application/json';
      assert.equal(headers['content-type'], `${type}; charset=utf-8`);
    });
  }

  test('a body that is no JSON, a path that is no URL and an unknown path are told alike', async () => {
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
