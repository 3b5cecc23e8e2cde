/** A subscription as the payment provider tells it. */
export interface BilledSubscription {
  readonly id: string;
  readonly customerId: string;
  /** Its only line, which a change of plan exchanges; null where the event does not say. */
  readonly itemId: string | null;
  readonly priceId: string | null;
  /** Stripe's word: `active`, `past_due`, `canceled` … */
  readonly status: string;
  readonly periodEnd: Date | null;
  /** When it ends for good; null while it is going to be renewed. */
  readonly endsAt: Date | null;
}

/** An event whose signature is good. */
export interface BillingEvent {
  readonly id: string;
  readonly type: string;
  /** To the second. */
  readonly createdAt: Date;
  /** Undefined for events that are not about a subscription of this server. */
  readonly subject:
    | { readonly projectId: string; readonly subscription: BilledSubscription }
    | undefined;
}

export interface Checkout {
  readonly projectId: string;
  /** Stands on invoices, for who pays for several. */
  readonly projectName: string;
  readonly priceId: string;
  /** The customer who has paid for the project before. */
  readonly customerId: string | undefined;
  readonly email: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** Calls that carry the same key open one and the same checkout. */
  readonly idempotencyKey: string;
}

/** What the portal opens with, instead of its first page. */
export type PortalVisit =
  | { readonly kind: 'overview' }
  | { readonly kind: 'cancel'; readonly subscriptionId: string }
  | {
      readonly kind: 'change';
      readonly subscriptionId: string;
      readonly itemId: string;
      readonly priceId: string;
    };

/** The port to the payment provider; `adapters/stripe.ts` implements it. */
export interface Billing {
  /** The address of a page where the plan is paid for. UNAVAILABLE when the provider does not answer. */
  openCheckout(checkout: Checkout): Promise<string>;
  /** The address of the customer's own page. UNAVAILABLE when the provider does not answer. */
  openPortal(customerId: string, returnUrl: string, visit: PortalVisit): Promise<string>;
  /** Throws VALIDATION_ERROR for a signature that is missing, wrong or older than five minutes. */
  readEvent(body: Uint8Array, signature: string | undefined): BillingEvent;
}
