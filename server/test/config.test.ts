import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { describe, test } from 'node:test';
import { ConfigError, readConfig, VARIABLES } from '#platform/config/config.ts';
import { readClickHouseUrl } from '#platform/config/readClickHouseUrl.ts';
import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';

describe('configuration', () => {
  test('an empty environment gives the defaults for a laptop', () => {
    const config = readConfig({});
    assert.equal(config.port, 3000);
    assert.equal(config.host, '127.0.0.1');
    assert.equal(config.publicUrl.href, 'http://localhost:3000/');
    assert.equal(config.launchHost, 'launch.localhost');
    assert.equal(config.database.kind, 'embedded');
    assert.deepEqual([...config.roles], ['api', 'links', 'jobs']);
    assert.equal(
      fillLinkTemplate(config.linkUrlTemplate, 'go.localhost', 'x'),
      'http://go.localhost:3000/x',
    );
  });

  test('with an https PUBLIC_URL, short URLs have https and no port', () => {
    const config = readConfig({ PUBLIC_URL: 'https://links.example.com' });
    assert.equal(
      fillLinkTemplate(config.linkUrlTemplate, 'go.example.com', 'x'),
      'https://go.example.com/x',
    );
  });

  test('all mistakes are reported together, each with its variable', () => {
    const env = {
      PORT: '0',
      PUBLIC_URL: 'ftp://x',
      DATABASE_URL: 'mysql://x',
      TRUST_PROXY: '10.0.0.0/8, nonsense',
      ROLES: 'api,nothing',
      RATE_LIMITS: 'maybe',
      LOG_LEVEL: 'loud',
      LINK_URL_TEMPLATE: 'https://x/y',
      HEADER_BRANDS: 'Svc, 1',
      LEGACY_SUNSET_DATE: 'soon',
      PROCESSES: '1.5',
      PREVIOUS_SECRETS: 'short',
      STRIPE_SECRET_KEY: 'pk_live_not_a_secret_one',
      STRIPE_WEBHOOK_SECRET: 'nonsense',
      STRIPE_API_URL: 'ftp://x',
    };
    assert.throws(
      () => readConfig(env),
      (error) => {
        assert.ok(error instanceof ConfigError);
        for (const name of [...Object.keys(env), 'SECRET', 'ADMIN_TOKEN']) {
          assert.ok(
            error.mistakes.some((each) => each.startsWith(name)),
            name,
          );
        }
        return true;
      },
    );
  });

  test('DATABASE_URL requires SECRET and ADMIN_TOKEN', () => {
    const url = 'postgres://user:pass@db.example.com/fairlead';
    assert.throws(() => readConfig({ DATABASE_URL: url }), /SECRET is required/);
    const secret = 'x'.repeat(32);
    const config = readConfig({ DATABASE_URL: url, SECRET: secret, ADMIN_TOKEN: secret });
    assert.equal(config.database.kind, 'url');
  });

  test('DATABASE_READ_URL requires DATABASE_URL', () => {
    const url = 'postgres://user:pass@replica.example.com/fairlead';
    assert.equal(readConfig({}).readDatabaseUrl, undefined);
    assert.throws(() => readConfig({ DATABASE_READ_URL: url }), /DATABASE_URL, which must be set/);
    const secret = 'x'.repeat(32);
    const env = { DATABASE_URL: url, SECRET: secret, ADMIN_TOKEN: secret };
    assert.throws(
      () => readConfig({ ...env, DATABASE_READ_URL: 'mysql://x' }),
      /DATABASE_READ_URL/,
    );
    const { readDatabaseUrl } = readConfig({ ...env, DATABASE_READ_URL: url });
    assert.equal(readDatabaseUrl?.reveal(), url);
  });

  test('CLICKS_URL names a database of ClickHouse, and every mistake in it is told', () => {
    assert.equal(readConfig({}).clicksUrl, undefined);
    const url = 'clickhouse://user:p%40ss@clicks.example.com/fairlead?tls=on&cluster=main';
    assert.equal(readConfig({ CLICKS_URL: url }).clicksUrl?.reveal(), url);
    assert.deepEqual(readClickHouseUrl(url), {
      url: 'https://clicks.example.com:8443',
      username: 'user',
      password: 'p@ss',
      database: 'fairlead',
      cluster: 'main',
    });
    for (const [wrong, message] of [
      ['postgres://user:pass@host/fairlead', /CLICKS_URL must be a URL such as clickhouse:/],
      ['clickhouse://host:8123', /CLICKS_URL must end in the name of a database/],
      ['clickhouse://host:8123/a-b', /letters, digits and underscores/],
      ['clickhouse://host:8123/clicks?secure=1', /unknown parameter secure/],
      ['clickhouse://host:8123/clicks?tls=yes', /CLICKS_URL must have tls=on or tls=off/],
      ["clickhouse://host:8123/clicks?cluster=a'b", /name its cluster with letters/],
    ] as const) {
      assert.throws(() => readConfig({ CLICKS_URL: wrong }), message);
    }
  });

  test('PREVIOUS_SECRETS are separated by spaces, the newest first', () => {
    const { previousSecrets } = readConfig({
      PREVIOUS_SECRETS: ' of-last-year-0123  of-2024-01234567 ',
    });
    assert.deepEqual(
      previousSecrets.map((each) => each.reveal()),
      ['of-last-year-0123', 'of-2024-01234567'],
    );
    assert.deepEqual(readConfig({}).previousSecrets, []);
  });

  test('Stripe needs both its key and its webhook secret', () => {
    assert.equal(readConfig({}).stripe, undefined);
    for (const env of [{ STRIPE_SECRET_KEY: 'sk_x' }, { STRIPE_WEBHOOK_SECRET: 'whsec_x' }]) {
      assert.throws(() => readConfig(env), /STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET/);
    }
    const env = { STRIPE_SECRET_KEY: 'rk_hidden', STRIPE_WEBHOOK_SECRET: 'whsec_hidden' };
    const { stripe } = readConfig(env);
    assert.equal(stripe?.secretKey.reveal(), 'rk_hidden');
    assert.equal(stripe.apiUrl.href, 'https://api.stripe.com/');
    assert.ok(!inspect(stripe).includes('hidden'));
  });

  test('secrets are redacted when printed', () => {
    const config = readConfig({
      SECRET: 'do-not-show-this-1',
      ADMIN_TOKEN: 'do-not-show-this-2',
      PREVIOUS_SECRETS: 'do-not-show-this-3 do-not-show-this-4',
    });
    const shown = inspect(config, { depth: 5 }) + JSON.stringify(config) + String(config.secret);
    assert.ok(!shown.includes('do-not-show'));
    assert.ok(shown.includes('[redacted]'));
  });

  test('an incomplete provider is refused, and a wrong URL of a complete one is only that', () => {
    const provider = { OIDC_CLIENT_ID: 'fairlead', OIDC_CLIENT_SECRET: 'hidden' };
    const mistakesOf = (env: Record<string, string>) => {
      try {
        return readConfig(env).oidc?.discoveryUrl;
      } catch (error) {
        assert.ok(error instanceof ConfigError);
        return error.mistakes;
      }
    };
    assert.deepEqual(mistakesOf(provider), [
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are needed together',
    ]);
    assert.deepEqual(mistakesOf({ ...provider, OIDC_ISSUER: 'accounts' }), [
      'OIDC_ISSUER must be a URL such as https://accounts.example.com',
    ]);
    assert.equal(
      mistakesOf({ ...provider, OIDC_ISSUER: 'https://id.example.com/' }),
      'https://id.example.com/.well-known/openid-configuration',
    );
  });

  test('the values in .env.example are the defaults', () => {
    const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
    const example = Object.fromEntries(
      [...text.matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name!, value]),
    );
    const config = readConfig(example);
    assert.deepEqual({ ...config, publicUrlGiven: false }, readConfig({}));
    assert.equal(config.filesUrl.reveal(), readConfig({}).filesUrl.reveal());
  });

  test('.env.example lists exactly the variables that are read', () => {
    const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
    const listed = [...text.matchAll(/^#?\s?([A-Z][A-Z_]+)=/gm)].map((match) => match[1]);
    assert.deepEqual(new Set(listed), new Set<string | undefined>(VARIABLES));
  });
});
