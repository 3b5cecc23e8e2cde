import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import type { FrontResponse } from '#platform/lib/web/exchange.ts';

const SECOND_MS = 1000;
/** Characters that would end a header early; Node's own response refuses the same. */
const NOT_IN_A_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304]);

let dateSecond = Number.NaN;
let dateLine = '';

/** The current `Date:` header; its text changes once a second. */
function readDateLine(): string {
  const second = Math.floor(Date.now() / SECOND_MS);
  if (second !== dateSecond) {
    dateSecond = second;
    dateLine = `date: ${new Date(second * SECOND_MS).toUTCString()}\r\n`;
  }
  return dateLine;
}

/**
 * The answer to a plain request, written in one piece. `lastLines` ends its head and is called when it is
 * written; `done` is called when the answer has been passed to the socket.
 */
export function createFastPathResponse(
  socket: Socket,
  lastLines: () => string,
  done: () => void,
): FrontResponse {
  let head: string | null = null;
  let needsLength = true;
  return {
    get headersSent() {
      return head !== null;
    },
    writeHead(status, headers) {
      needsLength = !WITHOUT_BODY.has(status) && headers['content-length'] === undefined;
      head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${renderHeaders(headers)}`;
    },
    end(body = '') {
      if (head === null) throw new Error('The answer has no head');
      const length = needsLength ? `content-length: ${Buffer.byteLength(body)}\r\n` : '';
      const lines = `${head}${length}${readDateLine()}${lastLines()}\r\n`;
      if (socket.writable) write(socket, lines, body);
      done();
    },
  };
}

function renderHeaders(headers: Readonly<Record<string, string | number>>): string {
  let lines = '';
  for (const name in headers) {
    const value = headers[name]!;
    if (typeof value === 'string' && NOT_IN_A_VALUE.test(value)) {
      throw new TypeError(`Invalid character in the header ${name}`);
    }
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

function write(socket: Socket, head: string, body: string | Buffer): void {
  if (body.length === 0) return void socket.write(head, 'latin1');
  socket.cork();
  socket.write(head, 'latin1');
  socket.write(body);
  socket.uncork();
}
