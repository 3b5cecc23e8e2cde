import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { operations } from '@fairlead/contract';
import { renderOpenapi } from '@fairlead/contract/openapi';

/** The formats that the documents use. */
const FORMATS = [
  'unicode',
  'uuid',
  'date-time',
  'date',
  'uri',
  'uri-template',
  'email',
  'hostname',
];

/** OpenAPI 3.1's dialect of schemas is JSON Schema 2020-12 and these. */
const OPENAPI = ['components', 'discriminator', 'example'];

describe('every component of the documents', () => {
  for (const api of ['sdk', 'dashboard'] as const) {
    test(`${api}: is a schema of JSON Schema 2020-12`, () => {
      const { components } = renderOpenapi(api, Object.values(operations)) as {
        components: { schemas: Readonly<Record<string, object>> };
      };
      const formats = Object.fromEntries(FORMATS.map((name) => [name, true] as const));
      const validator = new Ajv2020({ strict: true, strictTypes: false, formats });
      validator.addVocabulary(OPENAPI);
      validator.addSchema({ $id: 'document', components });
      const names = Object.keys(components.schemas);
      assert.ok(names.length > 50);
      for (const name of names)
        assert.doesNotThrow(
          () => validator.compile({ $ref: `document#/components/schemas/${name}` }),
          name,
        );
    });
  }
});
