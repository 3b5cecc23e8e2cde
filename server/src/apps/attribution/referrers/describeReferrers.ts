import type { PlayReferrer } from '@fairlead/contract/installReferrers';
import type { Referrers } from '../../installations/Referrers.ts';
import { findInjection, type Injection } from './findInjection.ts';
import type { MetaReferrer } from './readMetaReferrer.ts';

/** What a receipt shows of them; null for what nobody reported. */
export interface DescribedReferrers {
  readonly play: PlayReferrer | null;
  readonly injection: Injection | null;
  readonly meta: MetaReferrer | null;
}

/** Null if the phone reported none. */
export function describeReferrers(
  { play, metaApp }: Referrers,
  meta: MetaReferrer | null,
  openedAt: Date,
): DescribedReferrers | null {
  if (!play && !metaApp) return null;
  return { play: play ?? null, injection: play ? findInjection(play, openedAt) : null, meta };
}
