import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import { bodyOf } from '../support/callers/person.ts';
import { openProductSession } from '../support/callers/productSession.ts';
import { newOwner, type Product, useProduct } from '../support/product.ts';
import { send, USER_AGENTS } from '../support/callers/request.ts';
import { totpOf } from '../support/callers/totpOf.ts';

export interface Seeded {
  readonly projectId: string;
  readonly linkId: string;
  /** The app's own id. */
  readonly installationId: string;
  /** Calls of the dashboard's API as the first user. */
  readonly call: ReturnType<typeof createClient>;
}

/** Who was invited to the demo project. */
export const INVITED = 'colleague@example.com';

let seeding: Promise<Seeded> | undefined;

/** Something on every screen of the demo project; once for all tests. */
export function seedProduct(): Promise<Seeded> {
  seeding ??= seed();
  return seeding;
}

async function seed(): Promise<Seeded> {
  const product = await useProduct();
  const { origin, appKey } = product;
  const call = await callAs(product, product);
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
  await call(operations.createTestCode, { params: { projectId, linkId } });
  await call(operations.createInvitation, {
    params,
    body: { email: INVITED, role: 'viewer' },
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

/** Calls of the dashboard by someone. */
export async function callAs(product: Product, { email }: Pick<Product, 'email'>) {
  const { token } = await openProductSession(product, email);
  const headers = { authorization: `Bearer ${token}` };
  return createClient({ baseUrl: `${product.origin}/api/v1`, headers });
}

/** Someone with a second factor. */
export async function newCareful(product: Product) {
  const owner = await newOwner(product);
  const call = await callAs(product, owner);
  const body = { password: owner.password };
  const { secret } = bodyOf(await call(operations.startTotp, { body }), 200);
  bodyOf(await call(operations.confirmTotp, { body: { code: totpOf(secret) } }), 200);
  return owner;
}
