import type { BrowserContextOptions } from 'playwright-core';
import type { Opened } from '../support/browser/browser.ts';
import { type Owner, useProduct } from '../support/product.ts';
import { seedProduct } from './seed.ts';
import { takeSession } from './takeSession.ts';

/** A signed-in page at an address within the demo project, or the one of another owner. */
export async function openSignedIn(
  path: string,
  options: BrowserContextOptions = {},
  owner?: Owner,
): Promise<Opened> {
  const product = await useProduct();
  const { projectId } = owner ?? (await seedProduct());
  const opened = await product.openPage({ locale: 'en-US', ...options });
  await takeSession(opened.context, product, owner ?? product);
  await opened.page.goto(`${product.origin}/p/${projectId}${path}`);
  await opened.page.getByRole('button', { name: 'Your account' }).waitFor();
  return opened;
}
