import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { findProgram, skipWithout } from '../support/outside/findProgram.ts';

const ROOT = join(import.meta.dirname, '../../..');
const caddy = findProgram('caddy', 'CADDY');
const skip = skipWithout(caddy, 'Caddy is not installed');

interface Handler {
  readonly handler: string;
  readonly routes?: readonly Route[];
  readonly upstreams?: readonly { readonly dial: string }[];
  readonly health_checks?: { readonly active?: { readonly uri: string } };
  readonly load_balancing?: { readonly try_duration: number };
  readonly status_code?: number;
}

interface Route {
  readonly match?: readonly { readonly host?: string[]; readonly path?: string[] }[];
  readonly handle: readonly Handler[];
}

interface Adapted {
  readonly apps: {
    readonly http: { readonly servers: Readonly<Record<string, { readonly routes: Route[] }>> };
    readonly tls: {
      readonly automation: {
        readonly on_demand: { readonly ask?: string; readonly permission?: { endpoint: string } };
      };
    };
  };
}

/** The Caddyfile as Caddy itself reads it. */
function adapt(file: string, env: NodeJS.ProcessEnv): { config: Adapted; routes: Route[] } {
  const words = ['adapt', '--adapter', 'caddyfile', '--config', `deploy/caddy/${file}`];
  const config = JSON.parse(
    execFileSync(caddy ?? '', words, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe', env }),
  ) as Adapted;
  const [server, ...others] = Object.values(config.apps.http.servers);
  assert.equal(others.length, 0);
  return { config, routes: server?.routes ?? [] };
}

/** A site has one route for each directive, or one route that holds those. */
function directivesOf(routes: readonly Route[]): readonly Route[] {
  return routes.flatMap((route) => {
    const inner = route.handle.flatMap((each) => each.routes ?? []);
    return inner.length > 0 ? directivesOf(inner) : [route];
  });
}

function proxyOf(site: readonly Route[]): Handler {
  const handlers = directivesOf(site).flatMap(({ handle }) => handle);
  const proxies = handlers.filter(({ handler }) => handler === 'reverse_proxy');
  assert.equal(proxies.length, 1);
  return proxies[0]!;
}

/** What outsiders get for the paths that only the proxy may ask. */
function assertInternalRefused(site: readonly Route[]): void {
  const refused = directivesOf(site).find(({ match }) => match?.[0]?.path?.includes('/internal/*'));
  assert.equal(refused?.handle[0]?.status_code, 404);
}

suite('Caddyfile', () => {
  for (const email of [undefined, 'you@example.com']) {
    test(
      `gets certificates ${email === undefined ? 'without an email' : 'with ACME_EMAIL'} and retries during restarts`,
      { skip },
      () => {
        const { config, routes } = adapt(
          'Caddyfile',
          email === undefined ? {} : { ACME_EMAIL: email },
        );
        const issuers = [...JSON.stringify(config).matchAll(/"email":"([^"]*)"/g)];
        assert.deepEqual(
          [...new Set(issuers.map(([, to]) => to))],
          email === undefined ? [] : [email],
        );
        const { ask, permission } = config.apps.tls.automation.on_demand;
        assert.equal(ask ?? permission?.endpoint, 'http://127.0.0.1:3000/internal/tls-ask');
        assert.equal(proxyOf(routes).load_balancing?.try_duration, 30e9);
        assertInternalRefused(routes);
      },
    );
  }
});

suite('Caddyfile of several nodes', () => {
  test(
    'sends the public host to API nodes and every other host to link nodes that are ready',
    { skip },
    () => {
      const env = { PUBLIC_HOST: 'public.example', API_NODES: 'a:1 b:2', LINK_NODES: 'c:3 d:4' };
      const { routes } = adapt('Caddyfile.nodes', env);
      const seen = routes.map((route) => {
        assertInternalRefused([route]);
        const { upstreams = [], health_checks: checks } = proxyOf([route]);
        return {
          host: route.match?.[0]?.host,
          nodes: upstreams.map(({ dial }) => dial),
          asked: checks?.active?.uri,
        };
      });
      assert.deepEqual(seen, [
        { host: ['public.example'], nodes: ['a:1', 'b:2'], asked: '/health' },
        { host: undefined, nodes: ['c:3', 'd:4'], asked: '/ready' },
      ]);
    },
  );
});
