import assert from 'node:assert/strict';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';

/** A small OpenID Connect provider on loopback: discovery, keys, and tokens for whoever `signsIn`. */
export async function openProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  const signsIn: { email: string; nonce: string | undefined } = { email: '', nonce: undefined };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const issuer = `http://127.0.0.1:${address.port}`;
  const person = () => ({
    sub: signsIn.email,
    email: signsIn.email,
    email_verified: true,
    name: 'Ada',
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(await bodyFor(request.url ?? '')));
  }
  async function bodyFor(path: string): Promise<object> {
    if (path === '/jwks') return { keys: [jwk] };
    if (path === '/userinfo') return person();
    if (path === '/token') {
      const nonce = signsIn.nonce === undefined ? {} : { nonce: signsIn.nonce };
      const idToken = await new SignJWT({ ...person(), ...nonce })
        .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
        .setIssuer(issuer)
        .setAudience('fairlead')
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(privateKey);
      return {
        access_token: 'the access token',
        token_type: 'Bearer',
        expires_in: 300,
        id_token: idToken,
      };
    }
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
    signsIn,
    options: (createsUsers: boolean) => ({
      id: 'company',
      name: 'Company',
      discoveryUrl: `${issuer}/.well-known/openid-configuration`,
      clientId: 'fairlead',
      clientSecret: 'the client secret',
      createsUsers,
    }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
