import { timeOfId } from '#platform/lib/uuid.ts';
import type { MatchReceipt } from './matching/MatchReceipt.ts';
import type { OpeningInstallation } from './OpeningInstallation.ts';

interface TimelineStep {
  readonly step: 'tapped' | 'store' | 'installed' | 'firstOpened' | 'decided';
  readonly at: Date;
  readonly text: string;
}

/**
 * The way from the tap to the outcome, as far as it is known, in the order in which people go it; their times may be in
 * another, being by several clocks.
 */
export function describeTimeline(
  { createdAt, details }: Pick<MatchReceipt, 'createdAt' | 'details'>,
  opener: Pick<OpeningInstallation, 'firstSeenAt'> | null,
): TimelineStep[] {
  const { delivered, test, referrers } = details;
  const play = referrers?.play;
  const tapped = delivered && new Date(timeOfId(delivered.clickId));
  const link = delivered ?? test;
  return [
    stepAt('tapped', tapped, `Tapped the link "${delivered?.slug}"`),
    inStore('store', 'Came to Google Play', {
      store: play?.clickTimestampServerSeconds,
      phone: play?.clickTimestampSeconds,
    }),
    inStore('installed', 'Started to install the app', {
      store: play?.installBeginTimestampServerSeconds,
      phone: play?.installBeginTimestampSeconds,
    }),
    stepAt('firstOpened', opener?.firstSeenAt, 'Opened the app for the first time'),
    stepAt('decided', createdAt, link ? `Was given the link "${link.slug}"` : 'Was given no link'),
  ].flat();
}

function stepAt(step: TimelineStep['step'], at: Date | null | undefined, text: string) {
  return at ? [{ step, at, text }] : [];
}

/** In seconds, by the store's clock where it is known, else by the phone's; 0 is unknown. */
function inStore(
  step: TimelineStep['step'],
  text: string,
  { store, phone }: { readonly store: number | undefined; readonly phone: number | undefined },
): TimelineStep[] {
  if (store) return [{ step, at: new Date(store * 1000), text }];
  const byPhone = `${text}, by the phone’s clock`;
  return phone ? [{ step, at: new Date(phone * 1000), text: byPhone }] : [];
}
