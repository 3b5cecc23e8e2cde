import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import { useProduct } from '../support/product.ts';
import { bodyOf } from '../support/person.ts';
import { send, USER_AGENTS } from '../support/request.ts';

export interface Seeded {
  readonly projectId: string;
  readonly linkId: string;
  /** The app's own id. */
  readonly installationId: string;
  /** Calls of the dashboard's API as the first user. */
  readonly call: ReturnType<typeof createClient>;
}

let seeding: Promise<Seeded> | undefined;

/** Something on every screen of the demo project; once for all tests. */
export function seedProduct(): Promise<Seeded> {
  seeding ??= seed();
  return seeding;
}

async function seed(): Promise<Seeded> {
  const { origin, email, password, appKey } = await useProduct();
  const visitor = createClient({ baseUrl: `${origin}/api/v1` });
  const { body: signedIn } = await visitor(operations.signIn, { body: { email, password } });
  if (!('token' in signedIn)) throw new Error(`Not signed in: ${JSON.stringify(signedIn)}`);
  const call = createClient({
    baseUrl: `${origin}/api/v1`,
    headers: { authorization: `Bearer ${signedIn.token}` },
  });
  const app = createClient({ baseUrl: `${origin}/v1`, headers: { 'x-app-key': appKey } });
  const { projects } = bodyOf(await call(operations.listProjects, {}), 200);
  const projectId = projects[0]?.id ?? '';
  const params = { projectId };
  let linkId = '';
  let shortUrl = '';
  for (const [index, name] of ['Summer sale', 'Newsletter in May', 'Poster'].entries()) {
    const body = { type: 'dynamic', name, fallbackUrl: `https://example.com/${index}` } as const;
    const { body: link } = await call(operations.createProjectLink, { params, body });
    if (!('shortUrl' in link)) throw new Error(`No link: ${JSON.stringify(link)}`);
    linkId = link.id;
    shortUrl = link.shortUrl;
    // A resolve is a click that needs no browser.
    await app(operations.resolveLink, { query: { url: link.shortUrl } });
  }
  const { host, pathname } = new URL(shortUrl);
  for (const agent of [USER_AGENTS.facebook, 'Slackbot-LinkExpanding 1.0', 'WhatsApp/2.23.20.0']) {
    const headers = { host, 'user-agent': agent };
    await send({ path: pathname, headers, port: Number(new URL(origin).port) });
  }
  await call(operations.startExport, { params, body: { search: 'a' } });
  await call(operations.addDomain, { params, body: { host: 'links.example.com' } });
  await call(operations.createAppKey, { params, body: { name: 'The app', class: 'publishable' } });
  await call(operations.createInvitation, {
    params,
    body: { email: 'colleague@example.com', role: 'viewer' },
  });
  const installationId = 'an-installation-of-the-app';
  await app(operations.bootstrap, {
    body: { installationId, deviceModel: 'Pixel 9', osName: 'Android', osVersion: '16' },
  });
  const fingerprint = {
    os: 'android',
    model: 'Pixel 9',
    timezone: 'Europe/Vienna',
    language: 'de',
  };
  await app(operations.matchDeferred, { body: { installationId, fingerprint } });
  return { projectId, linkId, installationId, call };
}
