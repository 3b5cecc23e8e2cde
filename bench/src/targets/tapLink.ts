import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchServer } from './startServer.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const ATTEMPTS = 60;
const TRY_AGAIN_MS = 1000;

export interface Tapping {
  readonly linkHost: string;
  readonly slug: string;
  readonly address: string;
  readonly userAgent: string;
  readonly acceptLanguage: string;
}

/** What a browser reports of its phone from a page of ours. */
export interface PageReport {
  readonly screen: string;
  readonly timeZone: string;
  readonly language: string;
}

type Port = Pick<BenchServer, 'port'>;

/** Opens a link as a phone's browser does; answers the id of the click. */
export async function tapLink(server: Port, tapping: Tapping): Promise<string> {
  return (await visit(server, tapping)).clickId;
}

/** Opens a link as a browser whose page then reports; answers the id of the click. */
export async function tapAndReport(
  server: Port,
  tapping: Tapping,
  report: PageReport,
): Promise<string> {
  const { clickId, page } = await visit(server, tapping);
  const shown = page.location === null ? page : await open(server, tapping, page.location);
  const path = / data-signals="([^"]+)"/.exec(shown.html)?.[1];
  if (path === undefined) throw new Error(`the page of click ${clickId} asks for no report`);
  const sent = { url: new URL(path, shown.url), body: JSON.stringify(report) };
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(server, tapping, sent);
    response.resume();
    if (response.statusCode === 204) return clickId;
    // A server with too much to do refuses reports for a while; the truth of the population is that this one arrived.
    if (response.statusCode !== 503 || attempt === ATTEMPTS) {
      throw new Error(`a report was answered ${response.statusCode}`);
    }
    await sleep(TRY_AGAIN_MS);
  }
}

interface Shown {
  readonly url: URL;
  readonly location: string | null;
  readonly html: string;
}

async function visit(server: Port, tapping: Tapping): Promise<{ clickId: string; page: Shown }> {
  const url = new URL(`http://${tapping.linkHost}/${tapping.slug}`);
  const response = await send(server, tapping, { url });
  const clickId = response.headers['x-request-id'];
  const page = await read(response, url);
  if (typeof clickId === 'string') return { clickId, page };
  throw new Error(`a visit was answered ${response.statusCode} without a click`);
}

async function open(server: Port, tapping: Tapping, location: string): Promise<Shown> {
  const url = new URL(location);
  return read(await send(server, tapping, { url }), url);
}

async function read(response: IncomingMessage, url: URL): Promise<Shown> {
  return { url, location: response.headers.location ?? null, html: await text(response) };
}

/** Every host is this server's. */
function send(
  { port }: Port,
  tapping: Tapping,
  { url, body }: { readonly url: URL; readonly body?: string },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method: body === undefined ? 'GET' : 'POST',
        path: `${url.pathname}${url.search}`,
        headers: {
          Host: url.host,
          'User-Agent': tapping.userAgent,
          'Accept-Language': tapping.acceptLanguage,
          'X-Forwarded-For': tapping.address,
        },
      },
      resolve,
    );
    call.on('error', reject);
    call.end(body);
  });
}
