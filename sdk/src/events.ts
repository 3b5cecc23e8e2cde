import type { Attachable } from './app/context.ts';
import type { App } from './app/types.ts';
import { createTracking } from './events/createTracking.ts';
import type { EventsOptions, Tracking } from './events/types.ts';

export { minorUnits } from './events/minorUnits.ts';
export type { EventDetails, EventsOptions, Purchase, Tracking } from './events/types.ts';

/** The same app, which says what happens in it: call this once, before its start. */
export function withEvents<Parameters>(
  app: App<Parameters> & Attachable,
  options: EventsOptions = {},
): App<Parameters> & Tracking {
  const tracking = app.attach((context, load) => createTracking(context, load, options));
  return {
    ...app,
    track: (name, details) => tracking.track(name, details),
    trackPurchase: (purchase) => tracking.trackPurchase(purchase),
  };
}
