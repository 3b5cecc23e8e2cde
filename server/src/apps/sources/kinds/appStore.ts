import { X509Certificate } from 'node:crypto';
import type {
  JWSTransactionDecodedPayload,
  ResponseBodyV2DecodedPayload,
} from '@apple/app-store-server-library';
import type { AppEvent } from '@fairlead/contract/eventResources';
import { type Static, Type } from '@sinclair/typebox';
import { at, eventOf, known, notOf, parseContent, textAt, timeOf } from '../readContent.ts';
import { moveDecimals, refundOf, revenueOf } from '../revenue.ts';
import { notSigned } from '../signatures.ts';
import type { SourceKind } from '../SourceKind.ts';

const settings = Type.Object(
  {
    bundleId: Type.String({ minLength: 1, maxLength: 255 }),
    appAppleId: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);

interface Content {
  readonly notification: ResponseBodyV2DecodedPayload;
  readonly transaction: JWSTransactionDecodedPayload | undefined;
  readonly isSandbox: boolean;
}

/** App Store Server Notifications, version 2, of both environments. */
export const appStore: SourceKind<typeof settings> = {
  settings,
  takesSecret: false,
  async verify({ body }, app, _secret, { appleRoot }) {
    const signed = textAt(parseContent(body), 'signedPayload');
    if (signed === undefined) throw notOf('the App Store', 'signedPayload');
    try {
      return await decode(signed, app, appleRoot);
    } catch {
      throw notSigned(
        'only notifications that Apple has signed for the bundle ID of this source are taken',
      );
    }
  },
  read(content) {
    return { events: [eventFrom(content as Content)] };
  },
};

/** Throws unless it is signed for the app, and the chain of certificates ends with Apple's own. */
async function decode(
  signed: string,
  { bundleId, appAppleId }: Static<typeof settings>,
  appleRoot: string,
): Promise<Content> {
  // Takes a while to load, and few servers have such a source.
  const { Environment, SignedDataVerifier } = await import('@apple/app-store-server-library');
  const { header, payload } = peek(signed);
  const root = new X509Certificate(Buffer.from(textAt(header, 'x5c.2') ?? '', 'base64'));
  if (root.fingerprint256 !== appleRoot) throw new Error('The chain ends with another certificate');
  // The library wants to know beforehand what it then finds signed. Its other environments have no signatures.
  const about = subjectOf(payload);
  const isSandbox = isOfSandbox(about);
  const verifier = new SignedDataVerifier(
    [root.raw],
    false,
    isSandbox ? Environment.SANDBOX : Environment.PRODUCTION,
    bundleId,
    appAppleId ?? Number(at(about, 'appAppleId') ?? 0),
  );
  const notification = await verifier.verifyAndDecodeNotification(signed);
  const bought = notification.data?.signedTransactionInfo;
  const transaction =
    bought === undefined ? undefined : await verifier.verifyAndDecodeTransaction(bought);
  return { notification, transaction, isSandbox };
}

/** The part that names app and environment: which one it is depends on the type. */
function subjectOf(payload: unknown): unknown {
  const parts = ['data', 'summary', 'externalPurchaseToken', 'appData'];
  return parts.map((part) => at(payload, part)).find((part) => part !== undefined);
}

function isOfSandbox(about: unknown): boolean {
  const token = textAt(about, 'externalPurchaseId');
  return at(about, 'environment') === 'Sandbox' || token?.startsWith('SANDBOX') === true;
}

/** What is said, whoever has signed it. */
function peek(signed: string): { readonly header: unknown; readonly payload: unknown } {
  const [header, payload] = signed
    .split('.')
    .slice(0, 2)
    .map((part): unknown => JSON.parse(Buffer.from(part, 'base64url').toString()));
  return { header, payload };
}

function eventFrom({ notification, transaction, isSandbox }: Content): AppEvent {
  const { notificationType: type, subtype, notificationUUID, signedDate } = notification;
  if (type === undefined || notificationUUID === undefined) {
    throw notOf('the App Store', 'notificationType or notificationUUID');
  }
  const name = nameOf(type, subtype, transaction);
  return eventOf({
    eventId: notificationUUID,
    name,
    at: timeOf(momentOf(name, transaction) ?? signedDate),
    customerId: transaction?.appAccountToken,
    revenue: transaction && moneyOf(name, transaction),
    quantity: transaction?.quantity,
    transactionId: transaction?.originalTransactionId,
    properties: known({
      type,
      subtype,
      transactionId: transaction?.transactionId,
      productId: transaction?.productId,
    }),
    test: type === 'TEST' || isSandbox,
  });
}

const NAMES: Readonly<Record<string, string>> = {
  SUBSCRIBED: 'PURCHASE',
  ONE_TIME_CHARGE: 'PURCHASE',
  DID_RENEW: 'RENEWAL',
};

function nameOf(
  type: string,
  subtype: string | undefined,
  transaction: JWSTransactionDecodedPayload | undefined,
): string {
  if (type === 'SUBSCRIBED' && transaction?.offerDiscountType === 'FREE_TRIAL')
    return 'START_TRIAL';
  if (type === 'DID_CHANGE_RENEWAL_STATUS' && subtype === 'AUTO_RENEW_DISABLED')
    return 'CANCELLATION';
  // Starts, and is paid for, at once; all other changes wait for the next renewal.
  const isPaidChange = type === 'DID_CHANGE_RENEWAL_PREF' || type === 'OFFER_REDEEMED';
  if (isPaidChange && subtype === 'UPGRADE') return 'UPGRADE';
  return NAMES[type] ?? type;
}

const PAID: ReadonlySet<string> = new Set(['PURCHASE', 'START_TRIAL', 'RENEWAL', 'UPGRADE']);

/** In milliseconds. */
function momentOf(name: string, transaction: JWSTransactionDecodedPayload | undefined) {
  if (name === 'REFUND') return transaction?.revocationDate;
  return PAID.has(name) ? transaction?.purchaseDate : undefined;
}

/** Hundred percent in Apple's thousandths. */
const WHOLE = 100_000;

function moneyOf(name: string, transaction: JWSTransactionDecodedPayload): AppEvent['revenue'] {
  const { currency, inAppOwnershipType, revocationPercentage = WHOLE } = transaction;
  // Prices are in thousandths of the currency's unit. A member of a family pays nothing.
  const price = inAppOwnershipType === 'FAMILY_SHARED' ? undefined : transaction.price;
  if (PAID.has(name) || name === 'REFUND_REVERSED') return revenueOf(price, currency, 3);
  if (name !== 'REFUND' || price === undefined) return undefined;
  const returned = moveDecimals(String(price * revocationPercentage), -5);
  return refundOf(revenueOf(returned, currency, 3));
}
