import { LIMITS, operations } from '@fairlead/contract';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import { NDJSON } from '@fairlead/contract/operation';
import type { TSchema } from '@sinclair/typebox';

/** Operations of the dashboard that servers call through the SDK too, with a session. */
const FROM_DASHBOARD: ReadonlySet<string> = new Set(['startExport', 'getExport']);

/**
 * Firebase's own operations are for programs that speak to Firebase, the doctor, the undoing of an import, the deletion of events and the project
 * of a key are for the command line, and readiness is for load balancers.
 */
const WITHOUT_METHOD: ReadonlySet<string> = new Set([
  'createShortLink',
  'exchangeShortLink',
  'examineHost',
  'undoLinks',
  'deleteEvents',
  'undeleteEvents',
  'getKeyProject',
  'getReady',
]);

const HEADER = `// Made from the contract by \`npm run sdk:contract\`: not to be edited by hand.

/** How an operation is called; its types say what goes in and what comes out. */
export interface Operation<Input, Output> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Only in types. */
  readonly types?: { readonly input: Input; readonly output: Output };
}
`;

/** The operations an SDK has, the published API and what servers need of the dashboard's. */
export function sdkOperations(): readonly OperationDeclaration[] {
  return Object.values<OperationDeclaration>(operations).filter(
    ({ id, api }) => (api === 'sdk' && !WITHOUT_METHOD.has(id)) || FROM_DASHBOARD.has(id),
  );
}

/** TypeScript without imports, so that the package's types stand alone. */
export function renderContract(): string {
  const named = new Map<string, TSchema>();
  const calls = sdkOperations().map((operation) => renderOperation(operation, named));
  const types = [...named]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(
      ([id, schema]) =>
        `${comment(schema.description)}export type ${id} = ${shape(schema, named)};`,
    );
  const limits = `/** Rows of one call of \`createLinks\`. */\nexport const MAX_BULK_ROWS = ${LIMITS.bulkRows};`;
  return `${[HEADER, limits, ...types, ...calls].join('\n\n')}\n`;
}

function renderOperation(operation: OperationDeclaration, named: Map<string, TSchema>): string {
  const { id, method, path, summary, params, query, body, bodyOptional } = operation;
  const inputs = [
    params && `readonly params: ${refer(params, named)}`,
    query && `readonly query${query.required ? '' : '?'}: ${refer(query, named)}`,
    body && `readonly body${bodyOptional ? '?' : ''}: ${refer(body, named)}`,
  ].filter((part) => part !== undefined);
  const input = inputs.length === 0 ? 'Record<never, never>' : `{ ${inputs.join('; ')} }`;
  const outputs = Object.entries(operation.replies)
    .filter(([status]) => Number(status) < 300)
    .map(([, { schema, mediaType }]) => {
      if (!schema) return 'undefined';
      return mediaType === NDJSON ? `${refer(schema, named)}[]` : refer(schema, named);
    });
  const output = [...new Set(outputs)].join(' | ');
  return `/** ${summary}. */\nexport const ${id}: Operation<${input}, ${output}> = { method: '${method}', path: '${path}' };`;
}

function refer(schema: TSchema, named: Map<string, TSchema>): string {
  if (!schema.$id) return shape(schema, named);
  if (!named.has(schema.$id)) {
    named.set(schema.$id, schema);
    // What it refers to is named as well.
    shape(schema, named);
  }
  return schema.$id;
}

function shape(schema: TSchema, named: Map<string, TSchema>): string {
  if ('const' in schema) return JSON.stringify(schema['const']).replaceAll('"', "'");
  if (Array.isArray(schema['anyOf'])) {
    const types: readonly string[] = schema['anyOf'].map((each: TSchema) => refer(each, named));
    // A word among texts is a text.
    const isAny = types.includes('string');
    return types.filter((type) => !(isAny && type.startsWith("'"))).join(' | ');
  }
  switch (schema['type']) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema['type'];
    case 'number':
    case 'integer':
      return 'number';
    case 'array': {
      const item = refer(schema['items'] as TSchema, named);
      return item.includes(' ') ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return objectShape(schema, named);
    default:
      return 'unknown';
  }
}

function objectShape(schema: TSchema, named: Map<string, TSchema>): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, TSchema>).filter(
    ([, property]) => property['undocumented'] !== true,
  );
  if (properties.length === 0) return 'Record<string, unknown>';
  const required = new Set(schema['required'] as string[] | undefined);
  const lines = properties.map(([name, property]) => {
    const optional = !required.has(name);
    const type = refer(property, named);
    return `${comment(property.description)}readonly ${name}${optional ? '?' : ''}: ${type}${
      optional && type !== 'unknown' ? ' | undefined' : ''
    };`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`;
}
