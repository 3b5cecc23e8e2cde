/** The name of an audit log entry about several things: "summer and 41 more". */
export function summarizeNames(names: readonly string[]): string {
  const [first = ''] = names;
  return names.length === 1 ? first : `${first} and ${names.length - 1} more`;
}
