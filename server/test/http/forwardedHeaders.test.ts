import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { endings } from '../support/run/endings.ts';
import { bodyOf } from '../support/callers/person.ts';
import { member, newLink, newProject } from '../support/callers/personas.ts';
import { send, USER_AGENTS } from '../support/callers/request.ts';
import { ADMIN_TOKEN, startServer } from '../support/useServer.ts';

suite('X-Forwarded-Host (Rule: surfaces)', () => {
  test('does not choose the tenant, not even from a trusted proxy', async () => {
    const [own, other] = [await newProject(), await newProject()];
    const link = await newLink(own, { slug: 'here' });
    const headers = { host: own.host, 'x-forwarded-host': other.host };
    assert.equal((await send({ path: `/${link.slug}`, headers })).status, 302);
    const api = { host: 'api.test', 'x-forwarded-host': other.host };
    assert.equal((await send({ path: '/v1/health', headers: api })).status, 200);
    const unknown = { host: 'nobody.test', 'x-forwarded-host': 'api.test' };
    assert.equal((await send({ path: '/docs', headers: unknown })).status, 404);
  });

  test('replaces Host with TRUST_FORWARDED_HOST=on, from a trusted proxy only', async () => {
    const project = await newProject();
    await newLink(project, { slug: 'here' });
    const headers = { host: 'inside.test', 'x-forwarded-host': project.host };
    for (const [trusted, status] of [
      ['127.0.0.1', 302],
      ['192.0.2.1', 404],
    ] as const) {
      const { port } = await startServer({ TRUST_FORWARDED_HOST: 'on', TRUST_PROXY: trusted });
      assert.equal((await send({ path: '/here', port, headers })).status, status, trusted);
    }
  });
});

suite('COUNTRY_HEADER', () => {
  test('is believed from proxies in TRUST_PROXY only', async () => {
    for (const [trusted, country] of [
      ['127.0.0.1', 'PT'],
      ['192.0.2.1', null],
    ] as const) {
      const server = await startServer({ TRUST_PROXY: trusted });
      const project = await newProject({}, server);
      const link = await newLink(project, { slug: 'here' });
      const headers = {
        host: project.host,
        'cf-ipcountry': 'PT',
        'user-agent': USER_AGENTS.desktop,
      };
      await send({ path: '/here', port: server.port, headers });
      const params = { projectId: project.project.id, linkId: link.id };
      const reply = await member(project)(operations.listLinkClicks, { params });
      const [click] = bodyOf(reply, 200).clicks;
      assert.equal(click?.country ?? null, country, trusted);
    }
  });
});

suite('doctor server, through the proxy in front', () => {
  /** A proxy that passes on what `change` leaves of a visitor's headers. */
  async function openProxy(change: (headers: IncomingHttpHeaders) => void) {
    const target = { port: 0 };
    const proxy = createServer((incoming, outgoing) => {
      const headers = { ...incoming.headers };
      change(headers);
      incoming.pipe(
        request(
          { port: target.port, method: incoming.method, path: incoming.url, headers },
          (reply) => {
            outgoing.writeHead(reply.statusCode ?? 0, reply.headers);
            reply.pipe(outgoing);
          },
        ),
      );
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    endings.defer(() => void proxy.close());
    return { target, origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
  }

  async function codesBehind(
    change: (headers: IncomingHttpHeaders) => void,
    env: Record<string, string> = {},
  ) {
    const { target, origin } = await openProxy(change);
    const { port } = await startServer({ PUBLIC_URL: origin, ...env });
    target.port = port;
    return findingsAt(port);
  }

  async function findingsAt(port: number) {
    const call = createClient({
      baseUrl: `http://127.0.0.1:${port}/api/v1`,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    const { findings } = bodyOf(await call(operations.inspectServer, {}), 200);
    return Object.fromEntries(findings.map(({ code, severity }) => [code, severity]));
  }

  test('says that headers of a visitor come through', async () => {
    const ignored = await codesBehind(() => {});
    assert.equal(ignored['FORWARDED_HOST_PASSES'], 'warning');
    assert.equal(ignored['COUNTRY_HEADER_PASSES'], 'problem');
    const believed = await codesBehind(() => {}, { TRUST_FORWARDED_HOST: 'on' });
    assert.equal(believed['FORWARDED_HOST_PASSES'], 'problem');
  });

  test('says nothing of a proxy that overwrites them, and of one that is not trusted', async () => {
    const careful = await codesBehind((headers) => {
      headers['x-forwarded-host'] = headers.host;
      headers['cf-ipcountry'] = 'PT';
    });
    const strange = await codesBehind(() => {}, { TRUST_PROXY: '192.0.2.1' });
    for (const codes of [careful, strange]) {
      const found = Object.keys(codes).filter((code) => /PASSES|UNREACHABLE/.test(code));
      assert.deepEqual(found, []);
    }
  });

  test('says that the server cannot reach itself', async () => {
    const { port } = await startServer({ PUBLIC_URL: 'http://127.0.0.1:1' });
    assert.equal((await findingsAt(port))['PUBLIC_URL_UNREACHABLE'], 'warning');
  });

  test('tells nobody else what arrives', async () => {
    for (const proof of [undefined, `${Date.now() + 1000}.x`]) {
      const headers = { ...(proof !== undefined && { 'x-fairlead-doctor': proof }) };
      assert.equal((await send({ path: '/internal/visitor-headers', headers })).status, 404);
    }
  });
});
