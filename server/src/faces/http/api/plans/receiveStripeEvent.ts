import { operations } from '@fairlead/contract';
import { applyBillingEvent } from '#teams/billing/applyBillingEvent.ts';
import { getBilling } from './getBilling.ts';
import { route } from '../../routing/route.ts';

export const receiveStripeEventRoute = route(
  operations.receiveStripeEvent,
  async ({ app, request, body }) => {
    const billing = getBilling(app);
    const parts: Uint8Array[] = [];
    for await (const part of body) parts.push(part);
    const event = billing.readEvent(Buffer.concat(parts), request.header('stripe-signature'));
    const applied = await applyBillingEvent(app.db, app.plans, event);
    if (applied.outcome === 'applied') {
      const { projectId, priceKnown, paidTwice } = applied;
      if (!priceKnown) {
        app.log.warn({ projectId, event: event.id }, 'Stripe names a price that no plan has');
      }
      if (paidTwice) {
        app.log.warn({ projectId, event: event.id }, 'Two subscriptions pay for one project');
      }
    }
    return { status: 200, body: { received: true } };
  },
);
