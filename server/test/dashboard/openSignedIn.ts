import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Opened, openWatchedPage } from '../support/browser/browser.ts';
import { type Owner, type Product, useProduct } from '../support/product.ts';
import { seedProduct } from './seed.ts';
import { takeSession } from './takeSession.ts';

const EN = { locale: 'en-US' };

/** A signed-in page at an address within the demo project, or the one of another owner. */
export async function openSignedIn(
  path: string,
  options?: BrowserContextOptions,
  owner?: Owner,
): Promise<Opened> {
  const product = await useProduct();
  const { projectId } = owner ?? (await seedProduct());
  const isPlain = Object.keys(options ?? {}).length === 0;
  const opened = isPlain
    ? await openCleared(product, owner)
    : await product.openPage({ ...EN, ...options });
  if (!isPlain) await takeSession(opened.context, product, owner ?? product);
  await opened.page.goto(`${product.origin}/p/${projectId}${path}`);
  await opened.page.getByRole('button', { name: 'Your account' }).waitFor();
  return opened;
}

/** A context between two tests. Its one page keeps the renderer, which has the dashboard compiled. */
interface Idle {
  readonly context: BrowserContext;
  readonly keeper: Page;
}

const idle: Idle[] = [];

/**
 * A page of a context that a test before has used, without its cookies and storage: a page takes a third less than in a
 * new one. No two tests have the same one at a time, and what a test has done to the context itself ends with it.
 */
async function openCleared(product: Product, owner: Owner | undefined): Promise<Opened> {
  const taken = idle.pop() ?? (await openIdle(product));
  const { context, keeper } = taken;
  await takeSession(context, product, owner ?? product);
  const watched = await openWatchedPage(context);
  let isTouched = false;
  return {
    ...watched,
    get context() {
      isTouched = true;
      return context;
    },
    async [Symbol.asyncDispose]() {
      if (isTouched) return context.close();
      for (const page of context.pages()) if (page !== keeper) await page.close();
      await context.clearCookies();
      await keeper.evaluate('localStorage.clear()');
      idle.push(taken);
    },
  };
}

async function openIdle(product: Product): Promise<Idle> {
  const { context, page } = await product.openPage(EN);
  await page.goto(`${product.origin}/fairlead.svg`);
  return { context, keeper: page };
}
