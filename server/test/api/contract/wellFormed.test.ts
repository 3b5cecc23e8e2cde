import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { compileSchema } from '@fairlead/contract/findings';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import type { TSchema } from '@sinclair/typebox';
import { appKey, newLink, newProject } from '../../support/callers/personas.ts';

/**
 * Texts of bodies that are neither ids nor names that are stored: addresses, which are parsed; credentials, which are compared; what is looked
 * up among known names; and what Firebase's clients send, which is read leniently.
 */
const OTHERS =
  /^(?:createShortLink|exchangeShortLink|simulateVisit|examineHost\w*|examineReach|readDestination|readShared\w+|signIn\w*|\w+Totp|startPasskey|removePasskey|\w+Password|openCheckout|changePlan|deleteProject)\.|\.(?:domain|allowedOrigins\[\]|timeZone)$|^provision\.plan$/;

function* textsOf(schema: TSchema, path: string): Generator<[path: string, schema: TSchema]> {
  if (schema['type'] === 'string' && schema['const'] === undefined) yield [path, schema];
  const { properties = {}, patternProperties = {} } = schema as Record<string, TSchema>;
  for (const [name, each] of Object.entries({ ...properties, ...patternProperties })) {
    yield* textsOf(each as TSchema, `${path}.${name}`);
  }
  for (const each of (schema['anyOf'] ?? []) as TSchema[]) yield* textsOf(each, path);
  if (schema['items'] !== undefined) yield* textsOf(schema['items'] as TSchema, `${path}[]`);
}

const taken = Object.values(operations as Readonly<Record<string, OperationDeclaration>>).flatMap(
  ({ id, body }) =>
    [...(body ? textsOf(body, id) : [])].flatMap(([path, schema]) =>
      compileSchema(schema).check('half \ud83e') && !OTHERS.test(path) ? [path] : [],
    ),
);

describe('half of a surrogate pair (Rule: bodies 20)', () => {
  test('fits no schema of an id or a name', () => {
    assert.deepEqual(taken, []);
  });

  test('is 400 naming the field', async () => {
    const project = await newProject();
    const call = appKey(project);
    const half = 'half \ud83e';
    const link = await newLink(project);
    const { createLink, identify, trackInstallation, updateLink } = operations;
    const replies = {
      name: await call(createLink, {
        body: { type: 'unified', fallbackUrl: 'https://example.com/', name: half },
      }),
      customerId: await call(identify, { body: { customerId: half, installationId: 'phone' } }),
      installationId: await call(trackInstallation, { body: { installationId: half } }),
      'tags.0': await call(updateLink, { params: { id: link.id }, body: { tags: [half] } }),
    };
    for (const [field, reply] of Object.entries(replies)) {
      assert.equal(reply.status, 400, field);
      assert.match(JSON.stringify(reply.body), new RegExp(`${field} must be well-formed Unicode`));
    }
  });
});
