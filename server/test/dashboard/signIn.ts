import type { Page } from 'playwright-core';
import type { Product } from '../support/product.ts';

/** Signs in on the page that is open, such as with what the product printed at its first start. */
export async function signIn(
  page: Page,
  { email, password }: Pick<Product, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
