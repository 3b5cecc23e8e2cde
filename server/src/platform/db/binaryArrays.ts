/**
 * Array parameters in PostgreSQL's binary format, for statements with many rows: a third cheaper for
 * both sides than arrays as text. The statement casts each parameter to its type (`$1::uuid[]`).
 */
type Read<Row, Value> = (row: Row) => Value | null;

/** Layout of `array_recv`: dimensions, null flag, element type, length, lower bound. */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
/** Timestamps count microseconds from the start of the year 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const TWO_TO_32 = 2 ** 32;

interface ElementType<Value> {
  readonly oid: number;
  readonly bytes: number;
  readonly write: (target: Buffer, value: Value, at: number) => unknown;
}

function arrays<Value>({ oid, bytes, write }: ElementType<Value>) {
  return <Row>(rows: readonly Row[], read: Read<Row, Value>): Buffer => {
    const array = Buffer.allocUnsafe(HEADER_BYTES + rows.length * (LENGTH_BYTES + bytes));
    array.writeInt32BE(1, 0);
    array.writeInt32BE(1, 4);
    array.writeInt32BE(oid, 8);
    array.writeInt32BE(rows.length, 12);
    array.writeInt32BE(1, 16);
    let at = HEADER_BYTES;
    for (const row of rows) {
      const value = read(row);
      at = array.writeInt32BE(value === null ? -1 : bytes, at);
      if (value === null) continue;
      write(array, value, at);
      at += bytes;
    }
    return array.subarray(0, at);
  };
}

export const booleans = arrays<boolean>({
  oid: 16,
  bytes: 1,
  write: (target, value, at) => target.writeUInt8(value ? 1 : 0, at),
});

/** From decimal strings, for values beyond what a `number` can hold. */
export const bigints = arrays<string>({
  oid: 20,
  bytes: 8,
  write: (target, value, at) => target.writeBigInt64BE(BigInt(value), at),
});

/** 64 bits of a number that is exact. */
export const safeIntegers = arrays<number>({
  oid: 20,
  bytes: 8,
  write(target, value, at) {
    target.writeInt32BE(Math.floor(value / TWO_TO_32), at);
    target.writeInt32BE(value | 0, at + 4);
  },
});

export const smallints = arrays<number>({
  oid: 21,
  bytes: 2,
  write: (target, value, at) => target.writeInt16BE(value, at),
});

export const integers = arrays<number>({
  oid: 23,
  bytes: 4,
  write: (target, value, at) => target.writeInt32BE(value, at),
});

/** From milliseconds since 1970. */
export const timestamps = arrays<number>({
  oid: 1184,
  bytes: 8,
  write(target, value, at) {
    const microseconds = Math.round((value - EPOCH_MS) * 1000);
    target.writeInt32BE(Math.floor(microseconds / TWO_TO_32), at);
    target.writeInt32BE(microseconds | 0, at + 4);
  },
});

/** From their usual text form with dashes. */
export const uuids = arrays<string>({
  oid: 2950,
  bytes: 16,
  write(target, value, at) {
    const written = target.write(value.replaceAll('-', ''), at, 16, 'hex');
    if (written !== 16) throw new RangeError(`${value} is no uuid`);
  },
});

/** Free text, as an array literal: text has no advantage in binary. */
export function texts<Row>(rows: readonly Row[], read: Read<Row, string>): string {
  return `{${rows.map((row) => quoted(read(row))).join(',')}}`;
}

function quoted(text: string | null): string {
  if (text === null) return 'null';
  return `"${text.replaceAll('\u0000', '').replaceAll(/[\\"]/g, '\\$&')}"`;
}
