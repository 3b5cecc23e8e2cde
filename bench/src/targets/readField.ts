/** A text of a JSON answer; throws where the answer has another form. */
export function readText(body: unknown, name: string): string {
  const value = readField(body, name);
  if (typeof value !== 'string') throw new Error(`the answer's "${name}" is no text`);
  return value;
}

/** A number of a JSON answer; throws where the answer has another form. */
export function readNumber(body: unknown, name: string): number {
  const value = readField(body, name);
  if (typeof value !== 'number') throw new Error(`the answer's "${name}" is no number`);
  return value;
}

/** A field of a JSON object; undefined where it is missing. */
function readField(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null) throw new Error('the answer is no JSON object');
  return Object.entries(body).find(([key]) => key === name)?.[1];
}
