/** The fields that are not undefined. */
export function definedFields<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is left is not undefined
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}
