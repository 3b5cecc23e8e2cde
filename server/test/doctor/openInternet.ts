import { once } from 'node:events';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { openDns } from '#platform/adapters/dns.ts';
import { openWeb } from '#platform/adapters/web.ts';
import { type Certified, certify } from '../support/outside/certify.ts';
import { openDnsServer } from '../support/outside/openDnsServer.ts';
import { send } from '../support/callers/request.ts';

export const ADDRESS = '93.184.216.34';
export const OTHER_ADDRESS = '93.184.216.35';
const APPLE_CDN = { host: 'app-site-association.cdn-apple.com', address: '17.253.1.1' };
const APP_STORE = { host: 'apps.apple.com', address: '17.253.1.2' };
const PLAY = { host: 'play.google.com', address: '142.250.1.1' };

/** What a site answers to a path; undefined: what our server answers. */
type Answer =
  | { status?: number; headers?: Record<string, string>; body?: string; never?: boolean }
  | undefined;

/**
 * A small internet on this machine: a DNS, the link domain as a proxy with a certificate serves it in front of our server,
 * Apple's copy of association files and both stores. Everything is right until a test spoils it.
 */
export async function openInternet(host: string, { patience = 1 } = {}) {
  const opened = new AsyncDisposableStack();
  const dns = opened.use(await openDnsServer());
  const root = certify({ authority: 'Root of the tests' });
  /** Ports of this machine by `address:port` of the internet. */
  const places = new Map<string, number>();
  const called: string[] = [];

  async function listen(server: Server, ...at: readonly string[]): Promise<void> {
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    opened.defer(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    for (const place of at) places.set(place, (server.address() as AddressInfo).port);
  }

  const site = {
    answers: new Map<string, Answer>(),
    /** For every path that `answers` does not name. */
    all: undefined as Answer,
    plain: undefined as Answer,
    certificate: certify({ hosts: [host], by: root }),
    /** Sent behind it. */
    chain: '',
  };
  const elsewhere = { copy: undefined as Answer, appStore: 200, play: 200, date: () => Date.now() };

  async function answerSite(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const planted = site.answers.has(path) ? site.answers.get(path) : site.all;
    if (planted?.never === true) return;
    const real = await send({ path, headers: { host, 'x-forwarded-proto': 'https' } });
    const {
      status = 200,
      headers = {},
      body = '',
    } = planted ?? {
      status: real.status,
      headers: { 'content-type': real.headers['content-type'] ?? '' },
      body: real.text,
    };
    const id = String(real.headers['x-request-id']);
    response.writeHead(status, { 'x-request-id': id, ...headers }).end(body);
  }

  /** Serves the site by https as it stands now, at an address. */
  async function serve(address: string, certificate: Certified = site.certificate, chain = '') {
    const { key, cert } = certificate;
    const server = createHttps({ key, cert: cert + chain }, (request, response) => {
      void answerSite(request, response);
    });
    await listen(server, `${address}:443`);
  }

  async function open(): Promise<void> {
    if (!places.has(`${ADDRESS}:443`)) await serve(ADDRESS, site.certificate, site.chain);
    const plain = createHttp((request, response) => {
      const { status, headers, body } = site.plain ?? {
        status: 301,
        headers: { location: `https://${host}${request.url}` },
      };
      response.writeHead(status ?? 200, headers).end(body);
    });
    if (!places.has(`${ADDRESS}:80`)) await listen(plain, `${ADDRESS}:80`);
    const names = [APPLE_CDN.host, APP_STORE.host, PLAY.host];
    const { key, cert } = certify({ hosts: names, by: root });
    const others = createHttps({ key, cert }, (request, response) => {
      response.setHeader('date', new Date(elsewhere.date()).toUTCString());
      const asked = request.headers.host;
      if (asked === APP_STORE.host) return response.writeHead(elsewhere.appStore).end();
      if (asked === PLAY.host) return response.writeHead(elsewhere.play).end();
      return void answerCopy(response);
    });
    await listen(others, ...[APPLE_CDN, APP_STORE, PLAY].map(({ address }) => `${address}:443`));
  }

  async function answerCopy(response: ServerResponse): Promise<void> {
    const real = await send({
      path: '/.well-known/apple-app-site-association',
      headers: { host },
    });
    const { status = 200, body = '' } = elsewhere.copy ?? { body: real.text };
    response.writeHead(status).end(body);
  }

  /** A server that takes connections on an address and says nothing of TLS. */
  async function speakNoTls(address: string): Promise<void> {
    const server = createTcp((socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    await listen(server, `${address}:443`);
  }

  dns.zone.set(`A ${host}`, [ADDRESS]);
  for (const each of [APPLE_CDN, APP_STORE, PLAY]) dns.zone.set(`A ${each.host}`, [each.address]);
  const closed = createTcp();
  closed.listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const closedPort = (closed.address() as AddressInfo).port;
  closed.close();
  const outside = {
    dns: openDns([dns.address]),
    web: openWeb({
      roots: [root.cert],
      patience,
      route(address, port) {
        called.push(`${address}:${port}`);
        return { host: '127.0.0.1', port: places.get(`${address}:${port}`) ?? closedPort };
      },
    }),
  };
  return {
    dns,
    root,
    site,
    elsewhere,
    outside,
    /** Addresses that were called, in order. */
    called,
    serve,
    speakNoTls,
    open,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

export type Internet = Awaited<ReturnType<typeof openInternet>>;
