import { compileSchema } from '@fairlead/contract/findings';
import { KindGuard, OptionalKind, type TObject, type TSchema } from '@sinclair/typebox';

/**
 * What SDK clients in the field send although the schemas do not allow it (Rule: sdk-clients), in one place: a
 * function that turns such a body into one that is validated like any other. Direct clients never get here.
 *
 * - unknown properties are dropped; null and the empty string in an optional property mean that it is absent;
 * - a number or boolean may be sent as a string, and a string as a number or boolean;
 * - `batteryLevel` may also be 0 to 100, as a number or a string;
 * - the same applies to the fields of nested objects; unknown ones stay where the schema allows them;
 * - telemetry (`bestEffort` in the contract) that still does not fit is truncated or dropped, not refused;
 * - what the contract marks `exact` is taken unchanged: only null means that it is absent.
 */
export function createLenientParser(body: TSchema): (content: unknown) => unknown {
  if (!KindGuard.IsObject(body)) return (content) => content;
  const rules = Object.entries(body.properties).map(
    ([name, schema]) => [name, createRule(name, schema)] as const,
  );
  return (content) => {
    if (typeof content !== 'object' || content === null || Array.isArray(content)) return content;
    const given = content as Record<string, unknown>;
    const understood: Record<string, unknown> = {};
    for (const [name, rule] of rules) {
      if (!Object.hasOwn(given, name)) continue;
      const value = rule(given[name]);
      if (value !== undefined) understood[name] = value;
    }
    return understood;
  };
}

type Rule = (value: unknown) => unknown;

function createRule(name: string, schema: TSchema): Rule {
  const optional = OptionalKind in schema;
  if (schema['exact'] === true) return (value) => (optional && value === null ? undefined : value);
  const understand = name === 'batteryLevel' ? readBatteryLevel : readerOf(schema);
  const bestEffort = schema['bestEffort'] === true;
  const compiled = compileSchema(schema);
  return (value) => {
    if (optional && (value === null || value === '')) return undefined;
    const understood = understand(value);
    return bestEffort && !compiled.check(understood) ? undefined : understood;
  };
}

function readerOf(schema: TSchema): Rule {
  if (KindGuard.IsString(schema)) return createTextReader(schema);
  if (KindGuard.IsBoolean(schema)) return readBoolean;
  if (KindGuard.IsObject(schema)) return createObjectReader(schema);
  if (KindGuard.IsNumber(schema) || KindGuard.IsInteger(schema)) return readNumber;
  if (KindGuard.IsUnion(schema)) {
    // A nullable value is read like its other type.
    const [other, ...more] = schema.anyOf.filter((each) => !KindGuard.IsNull(each));
    const bestEffort: unknown = schema['bestEffort'];
    if (other && more.length === 0) return readerOf({ ...other, bestEffort });
    // An object that may also be sent as a string.
    if (other && KindGuard.IsObject(other) && more.every(KindGuard.IsString))
      return readerOf(other);
  }
  return (value) => value;
}

function createObjectReader({ properties, additionalProperties }: TObject): Rule {
  const rules = Object.entries(properties).map(
    ([name, schema]) => [name, createRule(name, schema)] as const,
  );
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const understood: Record<string, unknown> =
      additionalProperties === false
        ? Object.fromEntries(
            Object.entries(value).filter(([name]) => Object.hasOwn(properties, name)),
          )
        : { ...value };
    for (const [name, rule] of rules) {
      if (Object.hasOwn(understood, name)) understood[name] = rule(understood[name]);
      if (understood[name] === undefined) delete understood[name];
    }
    return understood;
  };
}

function createTextReader({ bestEffort, maxLength }: TSchema): Rule {
  return (value) => {
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    return bestEffort === true && typeof text === 'string' ? text.slice(0, maxLength) : text;
  };
}

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
]);

function readBoolean(value: unknown): unknown {
  const known = BOOLEANS.get(typeof value === 'string' ? value.toLowerCase() : value);
  return known ?? value;
}

function readNumber(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/**
 * 0 to 1 as it is; up to 100 as a percentage, and so is an integer in a string: Android sends "87". The
 * number 1 is a full battery, even if someone means 1 % by it. A value out of range is unknown: iOS sends -1
 * then.
 */
function readBatteryLevel(value: unknown): unknown {
  const number = readNumber(value);
  if (typeof number !== 'number') return undefined;
  const percent = number > 1 || (typeof value === 'string' && /^\s*\d+\s*$/.test(value));
  return percent ? number / 100 : number;
}
