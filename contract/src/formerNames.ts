import type { TSchema } from '@sinclair/typebox';

/**
 * A property of requests that had another name: `formerly` is taken besides for a release, and is marked as deprecated in
 * the documents. Handlers, typed clients and responses have the new name alone.
 */
export function renamed<T extends TSchema>(formerly: string, schema: T): T {
  return { ...schema, formerly };
}

type Rename = (value: unknown) => unknown;

/**
 * Gives the properties of a body, at any depth, the names that they have today. A body that has both names keeps both, and
 * is refused as any with an unknown property is.
 */
export function createRenaming(schema: TSchema | undefined): Rename {
  return (schema && findRenaming(schema)) ?? ((value) => value);
}

/** Undefined if nothing in the schema was ever renamed: most bodies are not looked through. */
function findRenaming(schema: TSchema): Rename | undefined {
  if (Array.isArray(schema['anyOf'])) return inTurn(schema['anyOf'].map(findRenaming));
  if (schema['items'] !== undefined) {
    const item = findRenaming(schema['items'] as TSchema);
    return item && ((value) => (Array.isArray(value) ? value.map(item) : value));
  }
  return inTurn(
    Object.entries((schema['properties'] ?? {}) as Record<string, TSchema>).flatMap(
      ([name, property]) => [formerName(name, property), inside(name, findRenaming(property))],
    ),
  );
}

function inTurn(renames: readonly (Rename | undefined)[]): Rename | undefined {
  const all = renames.filter((rename) => rename !== undefined);
  if (all.length === 0) return undefined;
  return (value) => all.reduce((given, rename) => rename(given), value);
}

function formerName(name: string, { formerly }: TSchema): Rename | undefined {
  if (typeof formerly !== 'string') return undefined;
  return (value) => {
    if (!hasOwn(value, formerly) || hasOwn(value, name)) return value;
    const { [formerly]: content, ...others } = value as Record<string, unknown>;
    return { ...others, [name]: content };
  };
}

function inside(name: string, rename: Rename | undefined): Rename | undefined {
  return (
    rename && ((value) => (hasOwn(value, name) ? { ...value, [name]: rename(value[name]) } : value))
  );
}

function hasOwn(value: unknown, name: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}
