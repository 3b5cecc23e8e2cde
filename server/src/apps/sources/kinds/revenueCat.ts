import type { AppEvent } from '@fairlead/contract/eventResources';
import { LIMITS } from '@fairlead/contract/limits';
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
    const { customerId, names } = customerOf(type, event);
    const time = timeOf(at(event, 'event_timestamp_ms'));
    return {
      secondNames:
        customerId === undefined || isAnonymous(customerId)
          ? undefined
          : { customerId, names, at: time === undefined ? new Date() : new Date(time) },
      events: [
        eventOf({
          eventId: id,
          name,
          at: time,
          customerId,
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

/** The ids that RevenueCat makes up for whoever has not signed in. */
const isAnonymous = (id: string) => id.startsWith('$RCAnonymousID:');

/**
 * The first id that somebody has signed in with, and the anonymous ones that are the same person's. What has moved to another account
 * (`TRANSFER`) is that account's: so are the anonymous ids that it has moved from.
 */
function customerOf(type: string, event: unknown) {
  const isMove = type === 'TRANSFER';
  const own = isMove
    ? idsAt(event, 'transferred_to')
    : ['app_user_id', 'aliases', 'original_app_user_id'].flatMap((path) => idsAt(event, path));
  const former = isMove ? idsAt(event, 'transferred_from') : [];
  // An id that cannot be one is named by what reads the event.
  const customerId = own.find((id) => !isAnonymous(id)) ?? own[0] ?? textAt(event, 'app_user_id');
  return { customerId, names: [...own, ...former].filter(isAnonymous) };
}

/** Of one message. */
const MAX_IDS = 200;

/** One id or a list of them, without those that cannot be a customer's. */
function idsAt(event: unknown, path: string): string[] {
  const found = at(event, path);
  const list: readonly unknown[] = Array.isArray(found)
    ? found.slice(0, MAX_IDS)
    : [textAt(event, path)];
  return list.filter(isId);
}

function isId(id: unknown): id is string {
  if (typeof id !== 'string' || id === '' || id.length > LIMITS.installationIdLength) return false;
  return id.isWellFormed() && !id.includes('\u0000');
}

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
