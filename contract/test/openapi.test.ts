import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { compileSchema } from '../src/findings.ts';
import { renderOpenapi } from '../src/openapi.ts';
import { methodsOf, type OperationDeclaration } from '../src/operation.ts';
import { operations } from '../src/operations/index.ts';
import { exampleOf } from '../src/exampleOf.ts';

const all = Object.values<OperationDeclaration>(operations);

describe('OpenAPI', () => {
  for (const api of ['sdk', 'dashboard'] as const) {
    test(`the ${api} document is valid OpenAPI 3.1 according to a public validator`, async () => {
      const validator = new Validator();
      const { valid, errors } = await validator.validate(structuredClone(renderOpenapi(api, all)));
      assert.deepEqual(errors ?? [], []);
      assert.equal(valid, true);
      assert.equal(validator.version, '3.1');
      assert.doesNotThrow(() => validator.resolveRefs());
    });
  }

  test('every operation has a unique id, a summary, errors and headers', () => {
    const seen = new Set<string>();
    for (const api of ['sdk', 'dashboard'] as const) {
      const { paths } = renderOpenapi(api, all) as unknown as {
        paths: Record<string, Record<string, Documented>>;
      };
      for (const documented of Object.values(paths).flatMap((path) => Object.values(path))) {
        assert.ok(!seen.has(documented.operationId), documented.operationId);
        seen.add(documented.operationId);
        assert.ok(documented.summary.length > 3);
        for (const reply of Object.values(documented.responses)) {
          assert.ok(reply.headers['X-Request-Id'], documented.operationId);
        }
        const statuses = Object.keys(documented.responses).map(Number);
        assert.ok(statuses.some((status) => status < 400));
        assert.ok(
          statuses.some((status) => status >= 400),
          documented.operationId,
        );
      }
    }
    assert.equal(seen.size, all.flatMap(methodsOf).length);
  });

  test('a former name is deprecated beside today’s, in every request that takes it', () => {
    const taken = (['sdk', 'dashboard'] as const).flatMap((api) => {
      const { components } = renderOpenapi(api, all) as unknown as {
        components: { schemas: Record<string, { properties?: Record<string, Property> }> };
      };
      return Object.entries(components.schemas).flatMap(([id, { properties = {} }]) =>
        properties['folderId'] ? [[id, properties] as const] : [],
      );
    });
    assert.deepEqual(
      taken.map(([id]) => id),
      [
        'BulkLinkRequest',
        'UpdateLinkRequest',
        'BulkLinkRequest',
        'CreateProjectLinkRequest',
        'LinksChange',
        'ProjectLink',
        'UpdateProjectLinkRequest',
      ],
    );
    for (const [id, { folder, folderId }] of taken) {
      assert.equal(JSON.stringify(folderId).includes('"deprecated":true'), true, id);
      assert.equal(JSON.stringify(folder).includes('deprecated'), false, id);
      assert.doesNotMatch(JSON.stringify([folder, folderId]), /formerly/);
    }
  });

  test('every body and reply of the SDK API has an example that fits its schema', () => {
    for (const operation of all.filter((each) => each.api === 'sdk')) {
      for (const [status, { schema, example }] of Object.entries(operation.replies)) {
        if (!schema) continue;
        const findings = compileSchema(schema).findings(
          example ?? exampleOf(schema),
          'the example',
        );
        assert.deepEqual(findings, [], `${operation.id} ${status}`);
      }
      if (!operation.body) continue;
      const shown = operation.bodyExample ?? exampleOf(operation.body);
      const findings = compileSchema(operation.body).findings(shown, 'the example');
      assert.deepEqual(findings, [], `${operation.id} body`);
    }
  });
});

type Property = Record<string, unknown>;

interface Documented {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Record<string, { headers: Record<string, unknown> }>;
}
