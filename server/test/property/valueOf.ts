import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';

/** Values that have broken services before. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 60,
  '',
  ' ',
  'a\u0000b',
  '\ud800',
  '💥'.repeat(40),
  "'; drop table links; --",
  '%00%ff',
  '../../etc/passwd',
  '__proto__',
  'javascript:alert(1)',
  '2026-02-31',
  '9999-12-31T23:59:59Z',
  'x'.repeat(9000),
  [],
  [[[[]]]],
  {},
  { constructor: { prototype: 1 } },
  { 'a\u0000': ['b\u0000'] },
  { '\ud800': '\udfff' },
  '\udfff\ud800',
  '\uffff\ufeff\u202e',
  'a\r\nb: c',
  nested(40),
];

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { a: nested(depth - 1) };
}

const url = fc
  .tuple(
    fc.constantFrom(
      'https://example.com',
      'http://a.test:8080',
      'myapp://open',
      'market://details',
    ),
    fc.webPath(),
    fc.constantFrom('', '?a=1&b=%20', '#part'),
  )
  .map((parts) => parts.join(''));

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uri: url,
  uuid: fc.uuid(),
  date: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2099-01-01') }).map(day),
  'date-time': fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('2099-01-01') })
    .map((date) => date.toISOString()),
  hostname: fc.domain(),
  email: fc.emailAddress(),
};

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Numbers that arrive changed are refused, and most that are drawn would be; the hostile values have some. */
const freeForm = fc.jsonValue({ maxDepth: 2 }).map((value) => holdable(value));

function holdable(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(Math.trunc(value)) ? value : 1;
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, holdable(part)] as const);
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

/** Mostly nothing, now and then one of the values. */
export function seldom<T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof(
    { weight: 7, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: values },
  );
}

/** Values that fit a schema, as far as its patterns can be drawn from. */
export function valueOf(schema: TSchema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['anyOf'])) {
    return fc.oneof(...schema['anyOf'].map((each) => valueOf(each as TSchema)));
  }
  switch (schema['type']) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return fc.array(valueOf(schema['items'] as TSchema), {
        minLength: numberOf(schema['minItems'], 0),
        maxLength: Math.min(numberOf(schema['maxItems'], 5), 5),
      });
    case 'string':
      return stringOf(schema);
    case 'integer':
      return fc.integer({
        min: numberOf(schema['minimum'], -100),
        max: numberOf(schema['maximum'], 1000),
      });
    case 'number':
      return fc.double({
        min: numberOf(schema['minimum'], -100),
        max: numberOf(schema['maximum'], 1000),
        noNaN: true,
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return freeForm;
  }
}

function objectOf(schema: TSchema): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, TSchema>;
  if (Object.keys(properties).length === 0) {
    return fc.dictionary(fc.string({ maxLength: 10 }), freeForm, {
      maxKeys: 4,
    });
  }
  const requiredKeys = (schema['required'] ?? []) as string[];
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [
      name,
      requiredKeys.includes(name) || isFitting(each) ? valueOf(each) : seldom(valueOf(each)),
    ]),
  );
  return fc.record(values, { requiredKeys });
}

/** Without a type stands what is refused or ignored; and chance knows no id. */
function isFitting(schema: TSchema): boolean {
  if (Array.isArray(schema['anyOf'])) {
    return schema['anyOf'].every((each) => isFitting(each as TSchema));
  }
  return ('type' in schema || 'const' in schema) && schema['format'] !== 'uuid';
}

function stringOf(schema: TSchema): fc.Arbitrary<string> {
  const format = FORMATS[String(schema['format'])];
  if (format) return format;
  const maxLength = Math.min(numberOf(schema['maxLength'], 30), 60);
  if (typeof schema['pattern'] === 'string') {
    return fc
      .stringMatching(new RegExp(schema['pattern']))
      .map((text) => text.slice(0, numberOf(schema['maxLength'], 1000)));
  }
  const minLength = Math.min(numberOf(schema['minLength'], 0), maxLength);
  return fc.oneof(
    fc.string({ minLength, maxLength }),
    fc.string({ minLength, maxLength, unit: 'binary' }),
  );
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
