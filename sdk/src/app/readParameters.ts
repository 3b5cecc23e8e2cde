import type { FieldError, RoutedLink } from '../contract.ts';
import { FairleadError } from '../core/FairleadError.ts';
import type { SchemaIssue, StandardSchema } from '../core/StandardSchema.ts';

/** What a link carries: as the schema makes it, or as it came if there is none. Throws a FairleadError. */
export async function readParameters<Parameters>(
  link: RoutedLink,
  schema: StandardSchema<Parameters> | undefined,
): Promise<Parameters> {
  const given = link.parameters ?? {};
  if (!schema) return given as Parameters;
  const result = await validate(schema, given);
  if (result.issues) throw invalid(result.issues.map(readIssue));
  return result.value;
}

async function validate<Output>(schema: StandardSchema<Output>, given: object) {
  try {
    return await schema['~standard'].validate(given);
  } catch (cause) {
    throw invalid([{ field: '', code: 'schema', message: String(cause), pointer: '' }], cause);
  }
}

function invalid(errors: readonly FieldError[], cause?: unknown): FairleadError {
  const found = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message));
  const message = `The link's parameters do not fit the schema: ${found.join('; ')}`;
  return new FairleadError({ status: 200, code: 'INVALID_PARAMETERS', message, errors, cause });
}

function readIssue({ message, path = [] }: SchemaIssue): FieldError {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  const pointer = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { field: keys.join('.'), code: 'schema', message, pointer };
}
