/** A request to the server's API with a JSON body, and the JSON of its answer. */
export interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Throws with method, URL, status and body where the answer is not 2xx. */
export async function callServer(call: ApiCall): Promise<unknown> {
  const response = await fetch(call.url, {
    method: call.method,
    headers: {
      ...call.headers,
      ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${call.method} ${call.url} answered ${response.status}: ${text}`);
  }
  return JSON.parse(text);
}

/** Runs `work` on every item, `width` at a time, and returns the results in order. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      const item = items[index];
      if (item !== undefined) results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}
