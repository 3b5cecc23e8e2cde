import { openPage, type Opened } from '../../../server/test/support/browser/browser.ts';

/**
 * A page of ours at an address of a link domain. It begins as a page that came over the wire, since Chromium lets one that
 * a test makes up call nothing on this machine.
 */
export async function openSite(url: string, html: string): Promise<Opened> {
  const opened = await openPage({ bypassCSP: true });
  const { page } = opened;
  await page.goto(new URL('/robots.txt', url).href);
  await page.evaluate(`history.replaceState(null, '', ${JSON.stringify(url)})`);
  await page.setContent(html);
  return opened;
}
