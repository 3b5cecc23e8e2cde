import type { AppEvent } from '../contract.ts';

/** What an app says of an event; its id, its time and the installation are the SDK's to say. */
export type EventDetails = Omit<AppEvent, 'eventId' | 'name' | 'installationId' | 'at'>;

export interface Purchase extends Omit<EventDetails, 'revenue'> {
  /** Whole minor units, as `minorUnits` makes them: 1999 is 19.99 EUR, 1999 JPY or 1.999 KWD. */
  readonly amount: number;
  /** ISO 4217 code, in capitals. */
  readonly currency: string;
  /** Your number of the transaction; a refund has the one of its purchase. */
  readonly transactionId: string;
}

export interface Tracking {
  /**
   * Says that something happened. The event is on the device when this resolves, and is sent when it can be, even by a later
   * run of the app; it counts once. Never rejects: `receipt()` tells what the server refused.
   */
  track(name: string, details?: EventDetails): Promise<void>;
  /** The event `PURCHASE` with its revenue; a refund has a negative amount. */
  trackPurchase(purchase: Purchase): Promise<void>;
}

export interface EventsOptions {
  /** Milliseconds for which an event waits for others, to be sent with them; 5,000 unless said otherwise. */
  readonly sendDelay?: number | undefined;
}
