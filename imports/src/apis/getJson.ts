/** Another service's API, asked for its links. */
export interface Api {
  /** Address without a slash at its end. */
  readonly base: string;
  readonly key: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Links of one call, and where to go on after them; null at the end. */
export interface Page {
  readonly records: readonly Record<string, unknown>[];
  readonly cursor: string | null;
}

/** Reads on from a cursor, or from the start. */
export type ReadPages = (api: Api, cursor: string | null) => AsyncGenerator<Page>;

/** What the other service says, in words for whoever imports. */
export class SourceRefused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Bytes of one answer, unpacked. */
const MAX_ANSWER = 32 * 1024 * 1024;
const TRIES = 6;
/** Milliseconds. */
const FIRST_PAUSE = 1000;
const MAX_PAUSE_MS = 60_000;

/**
 * The JSON of an address. Waits and asks again after 429, 5xx, a broken connection or broken JSON; throws SourceRefused
 * after several tries, and at once where asking again is of no use. Undefined for 404.
 */
export async function getJson(
  api: Api,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  let problem = '';
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const answer = await ask(api, path, headers);
    if ('value' in answer) return answer.value;
    problem = answer.problem;
    // Who says how long to wait is not counted as a failure, within reason.
    if (tries < TRIES) await api.wait(answer.waitMs ?? pauseAfter(tries));
  }
  throw new SourceRefused(
    503,
    `${hostOf(api)} keeps failing (${problem}). What was read is kept: run the import again later.`,
  );
}

type Answer = { readonly value: unknown } | { readonly problem: string; readonly waitMs?: number };

async function ask(
  api: Api,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await api.fetch(api.base + path, {
      headers: { accept: 'application/json', ...headers },
      // A credential goes to the address that was given and to no other.
      redirect: 'error',
      signal: AbortSignal.timeout(MAX_PAUSE_MS),
    });
    text = await readText(api, response);
  } catch (error) {
    if (error instanceof SourceRefused) throw error;
    return { problem: `no answer: ${error instanceof Error ? error.message : String(error)}` };
  }
  const { status } = response;
  if (status === 404) return { value: undefined };
  if (status === 429 || status >= 500) {
    const wait = waitOf(response.headers);
    return { problem: `status ${status}`, ...(wait !== undefined && { waitMs: wait }) };
  }
  if (status === 401 || status === 403) {
    throw new SourceRefused(
      status,
      `${hostOf(api)} refuses the key (${status}): check --source-key, and that it may read links.`,
    );
  }
  if (status >= 400) {
    throw new SourceRefused(status, `${hostOf(api)} answered ${status}: ${text.slice(0, 200)}`);
  }
  const value = parseLeniently(text);
  return value === undefined ? { problem: 'an answer that is no JSON' } : { value };
}

/** Counted while it is read: what a packed answer becomes is not known before. */
async function readText(api: Api, { body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER) {
      throw new SourceRefused(
        502,
        `${hostOf(api)} answered one call with more than ${MAX_ANSWER / 1024 / 1024} MB, which no page of links has: check --source-url.`,
      );
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Seconds or a date, as `Retry-After` has it. */
function waitOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_PAUSE_MS);
}

/** Some services leave control characters of titles as they are, which JSON does not allow. */
function parseLeniently(text: string): unknown {
  for (const each of [text, text.replaceAll(/\p{Cc}/gu, ' ')]) {
    try {
      return JSON.parse(each);
    } catch {
      // The next form, or none.
    }
  }
  return undefined;
}

function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE * 2 ** (tries - 1), MAX_PAUSE_MS);
}

function hostOf({ base }: Api): string {
  return URL.canParse(base) ? new URL(base).host : base;
}

/**
 * The list of objects that an answer is, or has as its field. Throws SourceRefused where it has none: an answer of another
 * form says nothing of links, and an import that took it for their end would lose them.
 */
export function listOf(api: Api, answer: unknown, name?: string): Record<string, unknown>[] {
  const found = name === undefined ? answer : fieldOf(answer, name);
  const objects = Array.isArray(found) ? found.filter(isObject) : [];
  if (Array.isArray(found) && (objects.length > 0 || found.length === 0)) return objects;
  throw otherAnswer(api, answer, name === undefined ? 'a list of objects' : `"${name}"`);
}

/** For an answer in which what is needed is not there. */
export function otherAnswer(api: Api, answer: unknown, needed: string): SourceRefused {
  if (answer === undefined) {
    return new SourceRefused(404, `${hostOf(api)} has no such API (404): check --source-url.`);
  }
  return new SourceRefused(
    502,
    `${hostOf(api)} answered something else than its links, without ${needed}: ${glimpseOf(answer)}. Check --source-url and the key.`,
  );
}

function glimpseOf(answer: unknown): string {
  try {
    return (JSON.stringify(answer) ?? '').slice(0, 200);
  } catch {
    return 'something nested too deep to be shown';
  }
}

export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
