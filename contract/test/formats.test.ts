import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import '../src/formats.ts';

const accepts = (format: string) => {
  const schema = Type.String({ format });
  return (text: string) => Value.Check(schema, text);
};

describe('string formats', () => {
  test('date accepts calendar days from year 1 to 9999 only', () => {
    const isDate = accepts('date');
    for (const text of ['2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31']) {
      assert.ok(isDate(text), text);
    }
    for (const text of ['2025-02-29', '2026-13-01', '2026-04-31', '0000-01-01', '2026-1-1', '']) {
      assert.ok(!isDate(text), text);
    }
  });

  test('date-time accepts valid times with a zone whose UTC year is 1 to 9999', () => {
    const isTime = accepts('date-time');
    const times = [
      '2026-01-31T12:00:00Z',
      '2026-01-31T12:00Z',
      '2024-02-29T23:59:59.123456789+14:00',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
      '9999-12-31T23:59:59+01:00',
    ];
    for (const text of times) assert.ok(isTime(text), text);
    const others = [
      '2026-01-31',
      '2026-01-31T12:00:00',
      '2026-02-30T12:00:00Z',
      '2026-01-31T24:00:00Z',
      '2026-01-31T12:60:00Z',
      '2026-01-31T12:00:60Z',
      '2026-01-31T12:00:00+24:00',
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00+01:00',
      '9999-12-31T23:59:59-01:00',
    ];
    for (const text of others) assert.ok(!isTime(text), text);
  });
});
