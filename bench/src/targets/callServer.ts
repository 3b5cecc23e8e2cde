/** A request to the server's API with a JSON body, and the JSON of its answer. */
export interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** For so many milliseconds a server that is unavailable (503) is asked again. Default 0. */
  readonly patienceMs?: number;
}

const ASK_AGAIN_MS = 100;

/** Throws with method, URL, status and body where the answer is not 2xx. */
export async function callServer(call: ApiCall): Promise<unknown> {
  const limit = performance.now() + (call.patienceMs ?? 0);
  for (;;) {
    const { response, text } = await send(call);
    if (response.ok) return JSON.parse(text);
    if (response.status !== 503 || performance.now() > limit) {
      throw new Error(`${call.method} ${call.url} answered ${response.status}: ${text}`);
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

async function send(call: ApiCall) {
  const response = await fetch(call.url, {
    method: call.method,
    headers: {
      ...call.headers,
      ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  return { response, text: await response.text() };
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
