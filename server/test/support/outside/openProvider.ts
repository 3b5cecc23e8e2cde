import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';

const ACCESS = 'the access token of ';
const CLIENT = { id: 'fairlead', secret: 'the client secret' };

/** What an address of the provider was asked for with, kept under the code that it gave. */
interface AuthorizationRequest {
  readonly email: string;
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly nonce: string | null;
}

/**
 * A small OpenID Connect provider on loopback: discovery, keys, a page to agree on, and tokens for the
 * `people`. As strict as a real one: a code is good once, for the client and the proof it was asked with.
 */
export async function openProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  const people: string[] = [];
  /** Of those who are not called Ada, by email. */
  const names = new Map<string, string>();
  const personOf = (email: string) => ({
    sub: email,
    email,
    email_verified: true,
    name: names.get(email) ?? 'Ada',
  });
  const codes = new Map<string, AuthorizationRequest>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const issuer = `http://127.0.0.1:${address.port}`;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', issuer);
    if (url.pathname === '/authorize') {
      response.setHeader('content-type', 'text/html');
      response.end(renderConsent(url.searchParams));
      return;
    }
    const body = url.pathname === '/token' ? await grant(request) : bodyFor(url.pathname, request);
    response.statusCode = body === undefined ? 400 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body ?? { error: 'invalid_grant' }));
  }

  function renderConsent(asked: URLSearchParams): string {
    const leading = (url: URL, words: string) =>
      `<p><a href="${url.href.replaceAll('&', '&amp;')}">${words}</a>`;
    const agreeing = people.map((email) => leading(agree(asked, email), `Go on as ${email}`));
    const denying = leading(back(asked, { error: 'access_denied' }), 'Not now');
    return `<!doctype html><title>Company</title><h1>Company</h1>${agreeing.join('')}${denying}`;
  }

  function agree(asked: URLSearchParams, email: string): URL {
    const code = randomBytes(16).toString('hex');
    const redirectUri = asked.get('redirect_uri') ?? '';
    const [challenge, nonce] = [asked.get('code_challenge'), asked.get('nonce')];
    codes.set(code, { email, redirectUri, challenge, nonce });
    return back(asked, { code });
  }

  async function grant(request: IncomingMessage): Promise<object | undefined> {
    const form = new URLSearchParams(await text(request));
    const code = form.get('code') ?? '';
    const asked = codes.get(code);
    codes.delete(code);
    const proof = createHash('sha256').update(form.get('code_verifier') ?? '');
    if (
      asked === undefined ||
      !isClient(request, form) ||
      form.get('redirect_uri') !== asked.redirectUri ||
      (asked.challenge !== null && proof.digest('base64url') !== asked.challenge)
    ) {
      return undefined;
    }
    const idToken = await new SignJWT({
      ...personOf(asked.email),
      ...(asked.nonce && { nonce: asked.nonce }),
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(issuer)
      .setAudience(CLIENT.id)
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(privateKey);
    return {
      access_token: ACCESS + asked.email,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: idToken,
    };
  }

  function bodyFor(path: string, { headers }: IncomingMessage): object {
    if (path === '/jwks') return { keys: [jwk] };
    if (path === '/userinfo') return personOf(headers.authorization?.split(ACCESS)[1] ?? '');
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }
  return {
    issuer,
    people,
    names,
    /** The query of the way back after the person agreed, for the address that was asked. */
    agree: (asked: URL, email: string) => agree(asked.searchParams, email).search,
    options: (createsUsers: boolean, replacesSecondFactor = false) => ({
      id: 'company',
      name: 'Company',
      discoveryUrl: `${issuer}/.well-known/openid-configuration`,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      createsUsers,
      replacesSecondFactor,
    }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function back(asked: URLSearchParams, values: Record<string, string>): URL {
  const url = new URL(asked.get('redirect_uri') ?? '');
  url.search = new URLSearchParams({ ...values, state: asked.get('state') ?? '' }).toString();
  return url;
}

/** By the header or in the form, as the specification leaves clients the choice. */
function isClient({ headers }: IncomingMessage, form: URLSearchParams): boolean {
  const [, sent = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  const [id, secret] =
    sent === ''
      ? [form.get('client_id'), form.get('client_secret')]
      : Buffer.from(sent, 'base64').toString().split(':').map(decodeURIComponent);
  return id === CLIENT.id && secret === CLIENT.secret;
}
