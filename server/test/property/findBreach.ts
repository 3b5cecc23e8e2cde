import { compileSchema, type CompiledSchema } from '@fairlead/contract/findings';
import { ERROR_CODES } from '@fairlead/contract';
import { GoogleError } from '@fairlead/contract/googleError';
import { errorsOf, NDJSON, type OperationDeclaration } from '@fairlead/contract/operation';
import { ErrorResponse, ProblemDocument } from '@fairlead/contract/resources';
import type { TSchema } from '@sinclair/typebox';
import type { RawReply } from '../support/callers/request.ts';

const compiled = new Map<TSchema, CompiledSchema>();

/** How a reply breaks the contract of its operation, or undefined. */
export function findBreach(
  operation: OperationDeclaration,
  { status, headers, text }: RawReply,
): string | undefined {
  if (status >= 500) return `status ${status}`;
  if (!headers['x-request-id']) return 'no X-Request-Id';
  const type = headers['content-type'] ?? '';
  const reply = operation.replies[status];
  if (reply) {
    if (!reply.schema) return undefined;
    if (reply.mediaType !== NDJSON) return misfit(reply.schema, text);
    const lines = type.startsWith('application/json')
      ? (JSON.parse(text) as unknown[]).map((row) => JSON.stringify(row))
      : text.split('\n').filter(Boolean);
    return lines.map((line) => misfit(reply.schema!, line)).find(Boolean);
  }
  const declared = [...errorsOf(operation)].some((code) => ERROR_CODES[code].status === status);
  if (!declared) return `status ${status} is not declared`;
  if (type.startsWith('application/problem+json')) return misfit(ProblemDocument, text);
  return misfit(operation.googleErrors ? GoogleError : ErrorResponse, text);
}

function misfit(schema: TSchema, text: string): string | undefined {
  let check = compiled.get(schema);
  if (!check) compiled.set(schema, (check = compileSchema(schema)));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `not JSON: ${text.slice(0, 200)}`;
  }
  return check.check(value) ? undefined : JSON.stringify(check.findings(value, 'the reply'));
}
