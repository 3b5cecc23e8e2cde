import { hash } from 'node:crypto';
import type { AppEvent } from '@fairlead/contract/eventResources';
import { LIMITS } from '@fairlead/contract/limits';
import { Type } from '@sinclair/typebox';
import { errors, jwtVerify } from 'jose';
import { at, eventOf, known, notOf, parseContent, textAt, timeOf } from '../readContent.ts';
import { notSigned } from '../signatures.ts';
import type { SourceKind } from '../SourceKind.ts';

const Text = Type.String({ minLength: 1, maxLength: 1024 });
const settings = Type.Object(
  { packageName: Text, audience: Text, serviceAccount: Text },
  { additionalProperties: false },
);

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
/** How wrong clocks may be, in seconds. */
const TOLERANCE = 60;

/** Real-time developer notifications of Google Play, pushed by Pub/Sub. They name no prices. */
export const googlePlay: SourceKind<typeof settings> = {
  settings,
  takesSecret: false,
  async verify({ body, header }, { audience, serviceAccount }, _secret, { googleKeys }) {
    const token = /^Bearer +(\S+)$/i.exec(header('authorization') ?? '')?.[1] ?? '';
    const options = { issuer: ISSUERS, audience, algorithms: ['RS256'], clockTolerance: TOLERANCE };
    try {
      const { payload } = await jwtVerify(token, googleKeys, options);
      if (payload['email'] === serviceAccount && payload['email_verified'] === true) {
        return parseContent(body);
      }
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
    throw notSigned('check audience and service account of the push subscription');
  },
  read(content, { packageName }) {
    const id = textAt(content, 'message.messageId') ?? textAt(content, 'message.message_id');
    const data = textAt(content, 'message.data');
    if (id === undefined || data === undefined) throw notOf('Pub/Sub', 'message.messageId or data');
    const notification = parseContent(Buffer.from(data, 'base64'));
    const named = textAt(notification, 'packageName');
    if (named === undefined) throw notOf('Google Play', 'packageName');
    if (named !== packageName) {
      return { events: [], problem: `A notification of another app was left out: ${named}` };
    }
    const event = eventFrom(id, notification);
    return { events: event === undefined ? [] : [event] };
  },
};

const SUBSCRIPTION: Readonly<Record<string, string>> = {
  1: 'SUBSCRIPTION_RECOVERED',
  2: 'RENEWAL',
  3: 'CANCELLATION',
  4: 'PURCHASE',
  5: 'SUBSCRIPTION_ON_HOLD',
  6: 'SUBSCRIPTION_IN_GRACE_PERIOD',
  7: 'SUBSCRIPTION_RESTARTED',
  8: 'SUBSCRIPTION_PRICE_CHANGE_CONFIRMED',
  9: 'SUBSCRIPTION_DEFERRED',
  10: 'SUBSCRIPTION_PAUSED',
  11: 'SUBSCRIPTION_PAUSE_SCHEDULE_CHANGED',
  12: 'SUBSCRIPTION_REVOKED',
  13: 'EXPIRATION',
  17: 'SUBSCRIPTION_ITEMS_CHANGED',
  18: 'SUBSCRIPTION_CANCELLATION_SCHEDULED',
  19: 'SUBSCRIPTION_PRICE_CHANGE_UPDATED',
  20: 'SUBSCRIPTION_PENDING_PURCHASE_CANCELED',
  22: 'SUBSCRIPTION_PRICE_STEP_UP_CONSENT_UPDATED',
};
const ONE_TIME: Readonly<Record<string, string>> = {
  1: 'PURCHASE',
  2: 'ONE_TIME_PRODUCT_CANCELED',
};

/** Of the kinds that say what a customer did; undefined for others. */
function readKind(all: unknown): { readonly name: string; readonly about: unknown } | undefined {
  const subscription = at(all, 'subscriptionNotification');
  const oneTime = at(all, 'oneTimeProductNotification');
  const type = textAt(subscription ?? oneTime, 'notificationType') ?? 'OTHER';
  if (subscription !== undefined) {
    return { name: SUBSCRIPTION[type] ?? `SUBSCRIPTION_${type}`, about: subscription };
  }
  if (oneTime !== undefined) {
    return { name: ONE_TIME[type] ?? `ONE_TIME_PRODUCT_${type}`, about: oneTime };
  }
  const voided = at(all, 'voidedPurchaseNotification');
  if (voided !== undefined) return { name: 'REFUND', about: voided };
  const test = at(all, 'testNotification');
  return test === undefined ? undefined : { name: 'TEST', about: test };
}

function eventFrom(eventId: string, notification: unknown): AppEvent | undefined {
  const kind = readKind(notification);
  if (kind === undefined) return undefined;
  const { name, about } = kind;
  const token = textAt(about, 'purchaseToken');
  return eventOf({
    eventId,
    name,
    at: timeOf(at(notification, 'eventTimeMillis')),
    transactionId: token === undefined ? undefined : shortened(token),
    properties: known({
      productId: textAt(about, 'subscriptionId') ?? textAt(about, 'sku'),
      orderId: textAt(about, 'orderId'),
      notificationType: at(about, 'notificationType'),
      refundType: at(about, 'refundType'),
    }),
    test: name === 'TEST',
  });
}

/** Google promises no length of its tokens. */
function shortened(token: string): string {
  return token.length <= LIMITS.installationIdLength ? token : hash('sha256', token);
}
