/** A value for a jsonb column, which refuses NUL and lone surrogates: any text in a request may contain them. */
export function storableJson<T>(value: T): T {
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\u0000', '') : part,
  );
  return JSON.parse(text) as T;
}
