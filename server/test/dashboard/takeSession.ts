import type { BrowserContext } from 'playwright-core';
import { openProductSession } from '../support/callers/productSession.ts';
import type { Product } from '../support/product.ts';

/** Signs somebody in without the form, which the tests of signing in fill in: it would take as long as many a test. */
export async function takeSession(
  context: BrowserContext,
  product: Product,
  { email }: { readonly email: string },
): Promise<void> {
  const { cookie } = await openProductSession(product, email);
  const domain = new URL(product.origin).hostname;
  await context.addCookies([{ ...cookie, domain, httpOnly: true, sameSite: 'Strict' }]);
}
