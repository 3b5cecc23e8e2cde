import { types } from 'pg';

const { builtins, getTypeParser } = types;

/**
 * How values of a type are read: int8 as a number if that is exact, else as a bigint, timestamptz
 * as a Date, date as `YYYY-MM-DD` (a day has no time zone), numeric as text.
 */
export const readValue: typeof getTypeParser = (type, format?: 'text' | 'binary') => {
  if (format === 'binary') return getTypeParser(type, 'binary');
  if (type === builtins.INT8) return readInteger;
  if (type === builtins.DATE) return keepText;
  return getTypeParser(type, 'text');
};

function readInteger(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

function keepText(text: string): string {
  return text;
}
