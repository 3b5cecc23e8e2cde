/** A subscription as reported by the payment provider. */
export interface BilledSubscription {
  readonly id: string;
  readonly customerId: string;
  /** Its only item, which a change of plan replaces; null if the event does not say. */
  readonly itemId: string | null;
  readonly priceId: string | null;
  /** Stripe's status: `active`, `past_due`, `canceled` … */
  readonly status: string;
  readonly periodEnd: Date | null;
  /** When it ends for good; null while it will be renewed. */
  readonly endsAt: Date | null;
}

/** An event with a valid signature. */
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
  /** Shown on invoices, for customers who pay for several projects. */
  readonly projectName: string;
  readonly priceId: string;
  /** The customer who paid for the project before. */
  readonly customerId: string | undefined;
  readonly email: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** Calls with the same key open the same checkout. */
  readonly idempotencyKey: string;
}

/** What the portal opens with, instead of its start page. */
export type PortalVisit =
  | { readonly kind: 'overview' }
  | { readonly kind: 'cancel'; readonly subscriptionId: string }
  | {
      readonly kind: 'change';
      readonly subscriptionId: string;
      readonly itemId: string;
      readonly priceId: string;
    };

/** The port to the payment provider; `platform/adapters/stripe.ts` implements it. */
export interface Billing {
  /** The URL of a page for paying for the plan. UNAVAILABLE if the provider does not answer. */
  openCheckout(checkout: Checkout): Promise<string>;
  /** The URL of the customer's own page. UNAVAILABLE if the provider does not answer. */
  openPortal(customerId: string, returnUrl: string, visit: PortalVisit): Promise<string>;
  /** Throws VALIDATION_ERROR for a signature that is missing, wrong or older than five minutes. */
  readEvent(body: Uint8Array, signature: string | undefined): BillingEvent;
}
