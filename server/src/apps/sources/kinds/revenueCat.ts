import type { AppEvent } from '@fairlead/contract/eventResources';
import { Type } from '@sinclair/typebox';
import { at, eventOf, known, notOf, parseContent, textAt, timeOf } from '../readContent.ts';
import { refundOf, revenueOf } from '../revenue.ts';
import { isSame, notSigned } from '../signatures.ts';
import type { SourceKind } from '../SourceKind.ts';

const settings = Type.Object({}, { additionalProperties: false });

/** RevenueCat's webhooks, of API version 1. */
export const revenueCat: SourceKind<typeof settings> = {
  settings,
  takesSecret: true,
  async verify({ body, header }, _settings, secret) {
    if (!isSame(header('authorization'), secret)) {
      throw notSigned('set the Authorization header in RevenueCat to the secret of this source');
    }
    return parseContent(body);
  },
  read(content) {
    const event = at(content, 'event');
    const id = textAt(event, 'id');
    const type = textAt(event, 'type');
    if (id === undefined || type === undefined) throw notOf('RevenueCat', 'event.id or event.type');
    const name = nameOf(type, event);
    return {
      events: [
        eventOf({
          eventId: id,
          name,
          at: timeOf(at(event, 'event_timestamp_ms')),
          customerId: textAt(event, 'app_user_id'),
          revenue: moneyOf(name, event),
          transactionId: textAt(event, 'original_transaction_id'),
          properties: known({
            type,
            transactionId: textAt(event, 'transaction_id'),
            productId: textAt(event, 'product_id'),
            store: textAt(event, 'store'),
            reason: textAt(event, 'cancel_reason') ?? textAt(event, 'expiration_reason'),
          }),
          test: type === 'TEST' || at(event, 'environment') === 'SANDBOX',
        }),
      ],
    };
  },
};

function nameOf(type: string, event: unknown): string {
  if (type === 'INITIAL_PURCHASE') {
    return at(event, 'period_type') === 'TRIAL' ? 'START_TRIAL' : 'PURCHASE';
  }
  if (type === 'NON_RENEWING_PURCHASE') return 'PURCHASE';
  const isRefund = type === 'CANCELLATION' && at(event, 'cancel_reason') === 'CUSTOMER_SUPPORT';
  return isRefund ? 'REFUND' : type;
}

const PAID: ReadonlySet<string> = new Set([
  'PURCHASE',
  'START_TRIAL',
  'RENEWAL',
  'REFUND_REVERSED',
]);

/** Other types repeat the price of what they are about. */
function moneyOf(name: string, event: unknown): AppEvent['revenue'] {
  const price = revenueOf(at(event, 'price_in_purchased_currency'), at(event, 'currency'));
  if (name === 'REFUND') return refundOf(price);
  return PAID.has(name) ? price : undefined;
}
