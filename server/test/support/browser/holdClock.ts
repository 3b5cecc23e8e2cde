import type { Page } from 'playwright-core';

const HOUR_MS = 3_600_000;

/**
 * Stops the page's clock, so that its timers wait for the test and not for a machine that is busy.
 * The clock starts an hour early: it can only be stopped at a moment that has not passed.
 */
export async function holdClock(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now - HOUR_MS });
  await page.clock.pauseAt(now);
}
