/** SQL: a time as a literal, for statements put together as text; only dates of ours get here. */
export function timeLiteral(date: Date): string {
  return `'${date.toISOString()}'::timestamptz`;
}
