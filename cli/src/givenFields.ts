/** The fields that are not undefined; undefined if there are none. */
export function givenFields<T extends object>(
  fields: T,
): { [K in keyof T]?: NonNullable<T[K]> } | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is left is not undefined
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}
