import type { Page } from 'playwright-core';

/** A button by its whole name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A heading by its whole text. */
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true });

/** Opens the folded part of a form. */
export const unfold = (page: Page, title: string) =>
  page.locator('summary', { has: heading(page, title) }).click();
