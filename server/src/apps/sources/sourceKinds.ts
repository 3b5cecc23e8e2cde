import type { EventSourceKind } from '@fairlead/contract/operations/dashboard/eventSources';
import type { SourceKind } from './SourceKind.ts';
import { appStore } from './kinds/appStore.ts';
import { custom } from './kinds/custom.ts';
import { googlePlay } from './kinds/googlePlay.ts';
import { revenueCat } from './kinds/revenueCat.ts';
import { stripe } from './kinds/stripe.ts';

export const SOURCE_KINDS: Readonly<Record<EventSourceKind, SourceKind>> = {
  revenuecat: revenueCat,
  app_store: appStore,
  google_play: googlePlay,
  stripe,
  custom,
};
