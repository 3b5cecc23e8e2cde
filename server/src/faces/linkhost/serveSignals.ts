import type { IncomingMessage } from 'node:http';
import { recordSignals, type ReportedSignals } from '#apps/attribution/matching/recordSignals.ts';
import type { FrontRequest } from '#platform/lib/web/exchange.ts';
import { isClientDisconnect } from '#platform/lib/web/isClientDisconnect.ts';
import { timeOfId } from '#platform/lib/uuid.ts';
import { answerFile, answerRefusal } from './answer.ts';
import type { Exchange, LinkHostContext } from './LinkHostContext.ts';
import { HOUR_MS } from '#platform/lib/time.ts';

const SIGNALS_PATH = /^\/_s\/([^/]+)$/;
const SCOPE = 'signals';
const BODY_BYTES = 1024;
/** Signals describe the time of the click; later ones would be of another visit. */
const TAKEN_FOR_MS = HOUR_MS;

/** Where the page of a click reports to: a path on its own host. */
export function signalsPathOf({ tokens }: LinkHostContext, clickId: string): string {
  return `/_s/${tokens.issue(SCOPE, clickId)}`;
}

/** Handles `POST /_s/{token}`; false for any other path. */
export async function serveSignals(
  path: string,
  request: FrontRequest,
  exchange: Exchange,
): Promise<boolean> {
  const token = SIGNALS_PATH.exec(path)?.[1];
  if (token === undefined || request.method !== 'POST' || !hasBody(request)) return false;
  const { context } = exchange;
  const clickId = context.tokens.verify(SCOPE, token);
  if (clickId === null || Date.now() - timeOfId(clickId) > TAKEN_FOR_MS) {
    answerRefusal(exchange, 404, 'This address takes no signals: it is unknown or too old');
    return true;
  }
  const body = await readBody(request);
  if (body === null) {
    answerRefusal(exchange, 413, `Signals must be at most ${BODY_BYTES} bytes`, {
      connection: 'close',
    });
    return true;
  }
  const signals = readSignals(clickId, body);
  if (typeof signals === 'string') {
    answerRefusal(exchange, 400, signals);
    return true;
  }
  await recordSignals(context.app.ledger, signals);
  answerFile(exchange, 204, '', { 'cache-control': 'no-store' });
  return true;
}

/** The signals, or a sentence saying what is wrong with them. */
function readSignals(clickId: string, body: string): ReportedSignals | string {
  const fields = parseObject(body);
  if (fields === null) return 'Signals must be a JSON object';
  const texts = { screen: SCREEN, timeZone: TIME_ZONE, language: LANGUAGE };
  for (const [field, { pattern, message }] of Object.entries(texts)) {
    const value = fields[field];
    if (value !== undefined && (typeof value !== 'string' || !pattern.test(value))) {
      return `${field} ${message}`;
    }
  }
  const { touchPoints } = fields;
  if (touchPoints !== undefined && !isCount(touchPoints)) {
    return 'touchPoints must be a whole number from 0 to 255';
  }
  const text = (field: string) => (typeof fields[field] === 'string' ? fields[field] : undefined);
  return {
    clickId,
    screen: text('screen'),
    timeZone: text('timeZone'),
    language: text('language'),
    touchPoints,
  };
}

const SCREEN = {
  pattern: /^[1-9]\d{1,4}x[1-9]\d{1,4}$/,
  message: 'must be width x height in CSS pixels, such as 390x844',
};
const TIME_ZONE = {
  pattern: /^[A-Za-z0-9_+\-/]{1,64}$/,
  message: 'must be an IANA time zone such as Europe/Lisbon',
};
const LANGUAGE = {
  pattern: /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/,
  message: 'must be a language tag such as pt-BR',
};

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? Object.fromEntries(Object.entries(value)) : null;
  } catch {
    return null;
  }
}

/** Requests with a body are always Node's. */
function hasBody(request: FrontRequest): request is IncomingMessage {
  return Symbol.asyncIterator in request;
}

/** Null if the body is longer than signals ever are; empty if the visitor leaves before its end. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      const part: Buffer = Buffer.from(chunk);
      bytes += part.length;
      if (bytes > BODY_BYTES) return null;
      chunks.push(part);
    }
  } catch (error) {
    if (isClientDisconnect(error)) return '';
    throw error;
  }
  return Buffer.concat(chunks).toString();
}
