import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import './formats.ts';

const FORMATS: Readonly<Record<string, string>> = {
  uri: 'https://example.com/summer',
  uuid: '019ab2a4-5b7e-7c44-9d0e-4be1d0f7a1aa',
  date: '2026-11-21',
  'date-time': '2026-11-21T12:00:00.000Z',
  hostname: 'go.example.com',
  email: 'ada@example.com',
};

/** Meaningful values for properties whose schema allows any text. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  slug: 'x7Kq2Ma',
  name: 'Summer sale',
  externalId: 'campaign-42',
  metadata: { ogTitle: 'Summer sale' },
  parameters: { screen: 'sale' },
  environment: 'production',
  storeId: '123456789',
  packageName: 'com.example.app',
  sha256Fingerprint: Array.from({ length: 32 }, () => 'AB').join(':'),
};

/**
 * A value that fits a schema and looks realistic; always the same for the same schema. Undefined if a
 * rule of the schema cannot be guessed: then the declaration has to provide one.
 */
export function exampleOf(schema: TSchema): unknown {
  const value = guess(schema, '');
  return Value.Check(schema, value) ? value : undefined;
}

// oxlint-disable-next-line complexity -- a table: one example for each kind of schema
function guess(schema: TSchema, name: string): unknown {
  if ('example' in schema) return schema['example'];
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  if (Array.isArray(schema['anyOf'])) return guess(schema['anyOf'][0] as TSchema, name);
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  switch (schema['type']) {
    case 'object':
      return exampleOfObject(schema, name);
    case 'array':
      return [guess(schema['items'] as TSchema, name.replace(/s$/, ''))];
    case 'string':
      return FORMATS[String(schema['format'])] ?? BY_NAME[name] ?? textFor(schema);
    case 'integer':
    case 'number':
      return exampleNumber(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return BY_NAME[name] ?? 'value';
  }
}

function exampleOfObject(schema: TSchema, name: string): unknown {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, TSchema>);
  if (properties.length === 0) return BY_NAME[name] ?? {};
  return Object.fromEntries(properties.map(([key, each]) => [key, guess(each, key)]));
}

function exampleNumber(schema: TSchema): number {
  const { minimum = 0, maximum = Infinity } = schema as { minimum?: number; maximum?: number };
  return Math.min(maximum, Math.max(minimum, 1));
}

function textFor(schema: TSchema): string {
  const { minLength = 0, maxLength = Infinity } = schema as {
    minLength?: number;
    maxLength?: number;
  };
  return 'text'.padEnd(Math.min(minLength, 200), 't').slice(0, maxLength);
}
