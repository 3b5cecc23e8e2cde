import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { exampleOf } from '@fairlead/contract/exampleOf';
import { LIMITS } from '@fairlead/contract/limits';

/** Texts of formats that may have any length, of which the second part is repeated. */
const LONG_FORMATS: Readonly<Record<string, readonly [string, string]>> = {
  uri: ['https://example.com', '/a'],
};
/** Of what has no length of its own. */
const MAX_TEXT = 8 * 1024;

/**
 * A value that fits a schema and is about as large as a body of `bytes` can be: every property, lists with as many items as they may
 * have, texts as long. Rules that no schema states, such as that one property excludes another, are not obeyed.
 */
export function largestOf(schema: TSchema, bytes: number): unknown {
  return grow(schema, bytes, 0);
}

// oxlint-disable-next-line complexity -- a table: one value for each kind of schema
function grow(schema: TSchema, bytes: number, index: number): unknown {
  if ('const' in schema) return schema['const'];
  const choices = schema['anyOf'] as readonly TSchema[] | undefined;
  if (choices !== undefined) {
    const some = choices.filter(({ type }) => type !== 'null');
    return grow(some[index % some.length]!, bytes, index);
  }
  const values = schema['enum'] as readonly unknown[] | undefined;
  if (values !== undefined) return values[index % values.length];
  switch (schema['type']) {
    case 'object':
      return growObject(schema, bytes, index);
    case 'array':
      return growList(schema, bytes);
    case 'string':
      return growText(schema, bytes, index);
    case 'integer':
    case 'number':
      return growNumber(schema, index);
    default:
      return exampleOf(schema);
  }
}

function growObject(schema: TSchema, bytes: number, index: number): unknown {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, TSchema>);
  if (properties.length > 0) {
    const value: Record<string, unknown> = {};
    let left = bytes;
    // Those that cannot grow leave the others what they do not need.
    const smallFirst = properties.toSorted(([, a], [, b]) => sizeOf(a) - sizeOf(b));
    for (const [place, [key, each]] of smallFirst.entries()) {
      const share = left / (properties.length - place);
      value[key] = grow(each, share - key.length - 4, index);
      left -= JSON.stringify(value[key])?.length ?? 0;
    }
    return value;
  }
  if (schema['additionalProperties'] === false) return {};
  const [of] = Object.values((schema['patternProperties'] ?? {}) as Record<string, TSchema>);
  const most = Math.min(bytes, LIMITS.freeFormBytes) / 20;
  const count = Math.max(1, Math.min(1000, Math.floor(most)));
  const entries = Array.from({ length: count }, (_, place) => [
    `k${place}`,
    of?.['type'] === undefined && of?.['anyOf'] === undefined ? 'text' : grow(of, 8, place),
  ]);
  return Object.fromEntries(entries);
}

function growList(schema: TSchema, bytes: number): unknown[] {
  const items = schema['items'] as TSchema;
  const { maxItems = Infinity, minItems = 0 } = schema as { maxItems?: number; minItems?: number };
  const smallest = JSON.stringify(grow(items, 0, 0))?.length ?? 2;
  const fitting = Math.floor(bytes / (smallest + 1));
  const count = Math.min(maxItems, Math.max(minItems, 1, fitting));
  const share = bytes / count - 1;
  const values = Array.from({ length: count }, (_, index) => grow(items, share, index));
  if (schema['uniqueItems'] !== true) return values;
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function growText(schema: TSchema, bytes: number, index: number): unknown {
  const { maxLength = MAX_TEXT, minLength = 0 } = schema as {
    maxLength?: number;
    minLength?: number;
  };
  const length = Math.max(minLength, Math.min(maxLength, Math.floor(bytes) - 2));
  const parts = LONG_FORMATS[String(schema['format'])];
  if (parts !== undefined) {
    const [first, more] = parts;
    return (first + more.repeat(Math.max(0, (length - first.length) / more.length))).slice(
      0,
      Math.max(length, first.length),
    );
  }
  if (schema['pattern'] !== undefined) {
    const texts = textsOf(index, length);
    return texts.find((text) => Value.Check(schema, text)) ?? exampleOf(schema);
  }
  if (schema['format'] !== undefined) return exampleOf(schema);
  return `${index}`.padEnd(Math.max(length, 1), 'x').slice(0, Math.max(length, 1));
}

/** What patterns ask for: a country, a host, a path, a fingerprint, a version, a name. */
function textsOf(index: number, length: number): string[] {
  const [first, second] = [Math.floor(index / 26) % 26, index % 26];
  const letters = String.fromCharCode(65 + first, 65 + second);
  return [
    letters,
    letters.toLowerCase(),
    `h${index}.example.com`,
    `/**/${'a/'.repeat(20)}b${index}`.slice(0, length),
    `/a${index}`,
    `https://example.com/${index}`,
    Array.from({ length: 32 }, () => 'AB').join(':'),
    `${index}`.padEnd(length, '1'),
    `${index}`,
    `x${index}`.padEnd(length, 'x'),
    `x${index}`,
    '#123456',
  ];
}

function growNumber(schema: TSchema, index: number): number {
  const { minimum = 0, maximum = 1_000_000 } = schema as { minimum?: number; maximum?: number };
  return Math.min(maximum, minimum + index);
}

/** How much a value of the schema could take: for the order of properties alone. */
function sizeOf(schema: TSchema): number {
  if (schema['type'] === 'array') return 3;
  if (schema['type'] === 'object') return 2;
  return schema['type'] === 'string' || schema['anyOf'] !== undefined ? 1 : 0;
}
