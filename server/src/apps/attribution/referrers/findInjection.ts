import type { PlayReferrer } from '@fairlead/contract/installReferrers';
import { MINUTE_MS } from '#platform/lib/time.ts';

/** Times that look as if another app had reported a click once the installation was under way. */
export interface Injection {
  readonly reason: 'click_after_install_began' | 'click_just_before_first_open';
  /** From the start of the installation to the click, or from the click to the first open. */
  readonly seconds: number;
  /** The store's server, or the phone, whose clock people can set. */
  readonly clock: 'store' | 'phone';
}

/** Nobody finds, downloads and starts an app faster. */
const FASTEST_INSTALL_SECONDS = 10;
/** A click further ahead of this server's clock says that the clocks differ, and nothing else. */
const CLOCKS_APART_SECONDS = (5 * MINUTE_MS) / 1000;

/**
 * Click injection (Rule: attribution 14), null if nothing suggests it. Times are compared by one clock, the store's where
 * it is known; only the first open is by ours, which is kept right, as the store's is. Zero and absent say nothing.
 */
export function findInjection(play: PlayReferrer, openedAt: Date): Injection | null {
  const clicked = play.clickTimestampServerSeconds ?? 0;
  const clock =
    clicked > 0 && (play.installBeginTimestampServerSeconds ?? 0) > 0 ? 'store' : 'phone';
  const [click = 0, began = 0] =
    clock === 'store'
      ? [clicked, play.installBeginTimestampServerSeconds]
      : [play.clickTimestampSeconds, play.installBeginTimestampSeconds];
  if (click > began && began > 0) {
    return { reason: 'click_after_install_began', seconds: click - began, clock };
  }
  const waited = Math.floor(openedAt.getTime() / 1000) - clicked;
  if (clicked === 0 || waited >= FASTEST_INSTALL_SECONDS || waited < -CLOCKS_APART_SECONDS) {
    return null;
  }
  return { reason: 'click_just_before_first_open', seconds: Math.max(0, waited), clock: 'store' };
}
