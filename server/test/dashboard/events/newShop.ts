import { randomUUID } from 'node:crypto';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import type { AppEvent } from '@fairlead/contract/eventResources';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, type Owner, useProduct } from '../../support/product.ts';
import { callAs } from '../seed.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export const timeAt = (offset: number) => new Date(Date.now() + offset).toISOString();

export interface Shop {
  readonly owner: Owner;
  readonly linkId: string;
  /** Calls of the dashboard by its owner. */
  readonly call: Awaited<ReturnType<typeof callAs>>;
  /** An installation that came by the link, or another one; its id. */
  readonly install: (by?: string) => Promise<string>;
  readonly send: (events: readonly Omit<AppEvent, 'eventId'>[]) => Promise<void>;
}

/** A project of its own with a link, as its owner, its app and its server see it. */
export async function newShop(): Promise<Shop> {
  const product = await useProduct();
  const account = await newOwner(product);
  const call = await callAs(product, account);
  // On a domain of the server, unlike that of a provisioned one.
  const made = await call(operations.createProject, { body: { name: 'Summer shop' } });
  const owner = { ...account, projectId: bodyOf(made, 201).id };
  const params = { projectId: owner.projectId };
  const { id: linkId, shortUrl } = bodyOf(
    await call(operations.createProjectLink, {
      params,
      body: { type: 'unified', name: 'Summer sale', fallbackUrl: 'https://example.com/' },
    }),
    201,
  );
  const key = { name: 'The server', class: 'secret' } as const;
  const { text } = bodyOf(await call(operations.createAppKey, { params, body: key }), 201);
  const clientOf = (headers: Record<string, string>) =>
    createClient({ baseUrl: `${product.origin}/v1`, headers: { 'x-app-key': text, ...headers } });
  return {
    owner,
    linkId,
    call,
    async install(by = shortUrl) {
      const id = randomUUID();
      const app = clientOf({ 'x-installation-id': id });
      bodyOf(await app(operations.resolveLink, { query: { url: by } }), 200);
      return id;
    },
    async send(events) {
      const body = { events: events.map((event) => ({ eventId: randomUUID(), ...event })) };
      bodyOf(await clientOf({})(operations.recordEvents, { body }), 202);
    },
  };
}
