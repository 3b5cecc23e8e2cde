import { KindGuard, type TSchema } from '@sinclair/typebox';
import { TypeCompiler, ValueErrorType, type ValueError } from '@sinclair/typebox/compiler';
import { Value } from '@sinclair/typebox/value';
import { FORMAT_WORDS } from './formats.ts';

const TYPE_ERRORS: ReadonlySet<ValueErrorType> = new Set([
  ValueErrorType.String,
  ValueErrorType.Number,
  ValueErrorType.Integer,
  ValueErrorType.Boolean,
  ValueErrorType.Object,
  ValueErrorType.Array,
  ValueErrorType.Union,
]);

/** At most this many findings are reported for one value; more help nobody. */
const MOST_FINDINGS = 10;

export interface CompiledSchema {
  check(value: unknown): boolean;
  /** One sentence a finding: the field and what it must be. Empty when the value fits. */
  findings(value: unknown, whole: string): string[];
}

/** Compiles a schema to a fast check whose failures are told in sentences. */
export function compileSchema(schema: TSchema): CompiledSchema {
  const compiled = TypeCompiler.Compile(schema);
  return {
    check: (value) => compiled.Check(value),
    findings(value, whole) {
      const byField = new Map<string, string>();
      for (const error of compiled.Errors(value)) {
        const field = fieldOf(error.path) || whole;
        // The first error of a field is the cause; a missing field also fails its type.
        if (!byField.has(field)) byField.set(field, sentenceOf(field, error));
        if (byField.size >= MOST_FINDINGS) break;
      }
      return [...byField.values()];
    },
  };
}

/** `/metadata/a~1b/0` → `metadata.a/b.0` */
function fieldOf(path: string): string {
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
    .slice(0, 200);
}

function sentenceOf(field: string, found: ValueError): string {
  const error = causeOf(found);
  const { schema } = error;
  switch (error.type) {
    case ValueErrorType.ObjectRequiredProperty:
      return schema.requiredWords ?? `${field} is required`;
    case ValueErrorType.ObjectAdditionalProperties:
      return `${field} is not a known property; leave it out`;
    case ValueErrorType.StringMinLength:
      if (error.value === '' && schema.requiredWords) return schema.requiredWords;
      return schema.minLength === 1
        ? `${field} must not be empty`
        : `${field} must be at least ${schema.minLength} characters long`;
    case ValueErrorType.StringMaxLength:
      return `${field} must be at most ${schema.maxLength} characters long`;
    case ValueErrorType.StringPattern:
      return `${field} ${schema.patternWords ?? `must match ${schema.pattern}`}`;
    case ValueErrorType.StringFormat:
      return `${field} must be ${FORMAT_WORDS[schema.format] ?? `of format ${schema.format}`}`;
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
      return `${field} must be ${wordsOf(schema)}`;
  }
}

/** Of what may be null: why the value does not fit otherwise, where it has the right type. */
function causeOf(error: ValueError): ValueError {
  if (error.type !== ValueErrorType.Union || !KindGuard.IsUnion(error.schema)) return error;
  const [other, ...more] = error.schema.anyOf.filter((each) => !KindGuard.IsNull(each));
  if (other === undefined || more.length > 0) return error;
  const cause = Value.Errors(other, error.value).First();
  return cause === undefined || TYPE_ERRORS.has(cause.type) ? error : cause;
}

function wordsOf(schema: TSchema): string {
  if (KindGuard.IsUnion(schema)) {
    const literals = schema.anyOf.filter(KindGuard.IsLiteral).map((literal) => literal.const);
    if (literals.length === schema.anyOf.length) return `one of: ${literals.join(', ')}`;
    return schema.anyOf.map(wordsOf).join(' or ');
  }
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
