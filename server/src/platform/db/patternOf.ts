/** For LIKE: texts that contain this one, literally, with its special characters escaped. */
export function patternOf(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
