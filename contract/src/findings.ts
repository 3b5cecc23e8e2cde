import { KindGuard, type TLiteral, type TSchema, type TUnion } from '@sinclair/typebox';
import { TypeCompiler, ValueErrorType, type ValueError } from '@sinclair/typebox/compiler';
import { Value } from '@sinclair/typebox/value';
import { type Finding, type FindingCode, MAX_FINDINGS } from './finding.ts';
import { FORMAT_TEXTS, proposeUrl } from './formats.ts';

const TYPE_ERRORS: ReadonlySet<ValueErrorType> = new Set([
  ValueErrorType.String,
  ValueErrorType.Number,
  ValueErrorType.Integer,
  ValueErrorType.Boolean,
  ValueErrorType.Object,
  ValueErrorType.Array,
  ValueErrorType.Union,
]);

export interface CompiledSchema {
  check(value: unknown): boolean;
  /** What is wrong, field by field; `whole` names the value itself in messages. Empty if the value fits. */
  findings(value: unknown, whole: string): Finding[];
}

/** Compiles a schema to a fast check whose failures are sentences. */
export function compileSchema(schema: TSchema): CompiledSchema {
  const compiled = TypeCompiler.Compile(schema);
  return {
    check: (value) => compiled.Check(value),
    findings(value, whole) {
      const byField = new Map<string, Finding>();
      for (const error of compiled.Errors(value)) {
        // The first error of a field is the cause; a missing field also fails its type.
        if (!byField.has(error.path)) byField.set(error.path, findingOf(error, whole));
        if (byField.size >= MAX_FINDINGS) break;
      }
      return [...byField.values()];
    },
  };
}

/**
 * The properties of a body that have no finding, for rules that a schema cannot express, so that the findings of both
 * are reported together. Undefined if the body is not an object.
 */
export function partsThatFit(
  body: unknown,
  findings: readonly Finding[],
): Readonly<Record<string, unknown>> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const broken = new Set(findings.map(({ pointer }) => keysOf(pointer ?? '')[0]));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !broken.has(name)));
}

function findingOf(found: ValueError, whole: string): Finding {
  const error = causeOf(found);
  const field = keysOf(error.path).join('.').slice(0, 200);
  return {
    field,
    code: codeOf(error),
    message: sentenceOf(field || whole, error),
    pointer: error.path,
  };
}

/** `/metadata/a~1b/0` → `metadata`, `a/b`, `0` */
function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const CODES: ReadonlyMap<ValueErrorType, FindingCode> = new Map<ValueErrorType, FindingCode>([
  [ValueErrorType.ObjectRequiredProperty, 'required'],
  [ValueErrorType.ObjectAdditionalProperties, 'unknown_property'],
  [ValueErrorType.StringMinLength, 'too_short'],
  [ValueErrorType.StringMaxLength, 'too_long'],
  [ValueErrorType.StringPattern, 'format'],
  [ValueErrorType.StringFormat, 'format'],
  [ValueErrorType.NumberMinimum, 'too_small'],
  [ValueErrorType.IntegerMinimum, 'too_small'],
  [ValueErrorType.NumberMaximum, 'too_large'],
  [ValueErrorType.IntegerMaximum, 'too_large'],
  [ValueErrorType.ArrayMinItems, 'too_few'],
  [ValueErrorType.ArrayMaxItems, 'too_many'],
  [ValueErrorType.Literal, 'not_allowed'],
]);

function codeOf(error: ValueError): FindingCode {
  const known = CODES.get(error.type);
  if (known !== undefined) return known;
  return isChoice(error.schema) ? 'not_allowed' : 'type';
}

// oxlint-disable-next-line complexity -- a table: one sentence for each kind of fault
function sentenceOf(field: string, error: ValueError): string {
  const { schema } = error;
  switch (error.type) {
    case ValueErrorType.ObjectRequiredProperty:
      return schema.requiredMessage ?? `${field} is required`;
    case ValueErrorType.ObjectAdditionalProperties:
      return `${field} is not a known property; leave it out`;
    case ValueErrorType.StringMinLength:
      if (error.value === '' && schema.requiredMessage) return schema.requiredMessage;
      return schema.minLength === 1
        ? `${field} must not be empty`
        : `${field} must be at least ${schema.minLength} characters long`;
    case ValueErrorType.StringMaxLength:
      return `${field} must be at most ${schema.maxLength} characters long`;
    case ValueErrorType.StringPattern:
      return `${field} ${schema.patternMessage ?? `must match ${schema.pattern}`}`;
    case ValueErrorType.StringFormat:
      return `${field} must be ${FORMAT_TEXTS[schema.format] ?? `of format ${schema.format}`}${schema.format?.startsWith('uri') ? proposeUrl(error.value) : ''}`;
    case ValueErrorType.NumberMinimum:
    case ValueErrorType.IntegerMinimum:
      return `${field} must be ${schema.minimum} or more`;
    case ValueErrorType.NumberMaximum:
    case ValueErrorType.IntegerMaximum:
      return `${field} must be ${schema.maximum} or less`;
    case ValueErrorType.ArrayMinItems:
      return `${field} must have at least ${schema.minItems} items`;
    case ValueErrorType.ArrayMaxItems:
      return `${field} must have at most ${schema.maxItems} items`;
    default:
      return `${field} must be ${describeType(schema)}`;
  }
}

/** For a nullable value or one of several types: why it does not fit the type that it has. */
function causeOf(error: ValueError): ValueError {
  if (error.type !== ValueErrorType.Union || !KindGuard.IsUnion(error.schema)) return error;
  const [cause, ...more] = error.schema.anyOf
    .filter((each) => !KindGuard.IsNull(each))
    .flatMap((each) => Value.Errors(each, error.value).First() ?? [])
    .filter(({ path, type }) => path !== '' || !TYPE_ERRORS.has(type));
  if (cause === undefined || more.length > 0) return error;
  return { ...cause, path: error.path + cause.path };
}

/** One of several fixed values. */
function isChoice(schema: TSchema): schema is TUnion<TLiteral[]> {
  return KindGuard.IsUnion(schema) && schema.anyOf.every(KindGuard.IsLiteral);
}

function describeType(schema: TSchema): string {
  if (isChoice(schema)) return `one of: ${schema.anyOf.map((each) => each.const).join(', ')}`;
  if (KindGuard.IsUnion(schema)) return schema.anyOf.map(describeType).join(' or ');
  if (KindGuard.IsLiteral(schema)) return JSON.stringify(schema.const);
  switch (schema.type) {
    case 'object':
      return 'an object';
    case 'array':
      return 'an array';
    case 'integer':
      return 'a whole number';
    case 'null':
      return 'null';
    case undefined:
      return 'of another type';
    default:
      return `a ${schema.type}`;
  }
}
