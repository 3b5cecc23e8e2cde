import type { BrowserContextOptions } from 'playwright-core';
import type { Opened } from '../support/browser/browser.ts';
import { type Owner, useProduct } from '../support/product.ts';
import { seedProduct } from './seed.ts';

/** A signed-in page at an address within the demo project, or the one of another owner. */
export async function openSignedIn(
  path: string,
  options: BrowserContextOptions = {},
  owner?: Owner,
): Promise<Opened> {
  const product = await useProduct();
  const { projectId } = owner ?? (await seedProduct());
  const opened = await product.openPage({ locale: 'en-US', ...options });
  // Not by the form: tests of signing in fill it in, and it would take as long as many a test.
  const { email, password } = owner ?? product;
  const session = `${product.origin}/api/v1/session`;
  const reply = await opened.context.request.post(session, { data: { email, password } });
  if (!reply.ok()) throw new Error(`Not signed in: ${reply.status()} ${await reply.text()}`);
  await opened.page.goto(`${product.origin}/p/${projectId}${path}`);
  await opened.page.getByRole('button', { name: 'Your account' }).waitFor();
  return opened;
}
