import { operations } from '@fairlead/contract';
import type { Page } from 'playwright-core';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { callAs } from '../seed.ts';

/** An owner with links, and a second project. */
export async function newShop() {
  const product = await useProduct();
  const owner = await newOwner(product);
  const call = await callAs(product, owner);
  const params = { projectId: owner.projectId };
  bodyOf(await call(operations.useServerDomain, { params }), 201);
  const links: Record<string, { id: string; shortUrl: string }> = {};
  for (const name of ['Spring kiosk', 'Autumn kiosk', 'Winter poster']) {
    const body = {
      type: 'dynamic' as const,
      name,
      fallbackUrl: `https://shop.example/${name.slice(0, 6).toLowerCase()}`,
    };
    links[name] = bodyOf(await call(operations.createProjectLink, { params, body }), 201);
  }
  bodyOf(await call(operations.createProject, { body: { name: 'The other shop' } }), 201);
  return { owner, links, projectId: owner.projectId };
}

/** Once the page listens to keys. */
export function untilKeys(page: Page): Promise<void> {
  return page.locator('button[aria-keyshortcuts]').waitFor();
}
