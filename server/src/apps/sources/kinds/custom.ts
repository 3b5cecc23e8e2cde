import { createHmac } from 'node:crypto';
import type { AppEvent } from '@fairlead/contract/eventResources';
import { bodyFinding } from '@fairlead/contract/finding';
import { LIMITS, limitText } from '@fairlead/contract/limits';
import { Webhook } from 'standardwebhooks';
import { Problem } from '#platform/lib/Problem.ts';
import { at, eventOf, parseContent, textAt, timeOf } from '../readContent.ts';
import { refundOf, revenueOf } from '../revenue.ts';
import { isSame, notSigned } from '../signatures.ts';
import type { SourceCall, SourceKind, SourceReading } from '../SourceKind.ts';
import { checkMapping, Mapping } from './mapping.ts';

/** Any service that sends JSON: a mapping says where everything is. */
export const custom: SourceKind<typeof Mapping> = {
  settings: Mapping,
  takesSecret: true,
  check: checkMapping,
  checkSecret(secret, { signature }) {
    const isKey = /^(whsec_)?[A-Za-z0-9+/]{16,}={0,2}$/.test(secret);
    if (signature.scheme !== 'standard-webhooks' || isKey) return undefined;
    return 'secret must be the signing secret, such as whsec_ and base64';
  },
  async verify(call, { signature }, secret) {
    if (!isSigned(call, signature, secret)) throw notSigned('check the secret of this source');
    return parseContent(call.body);
  },
  read: readMapped,
};

function isSigned(
  { body, header }: SourceCall,
  signature: Mapping['signature'],
  secret: string,
): boolean {
  if (signature.scheme === 'standard-webhooks') return isStandard({ body, header }, secret);
  const given = header((signature.header ?? '').toLowerCase());
  if (signature.scheme === 'header') return isSame(given, secret);
  const { encoding = 'hex', prefix = '' } = signature;
  return isSame(given, prefix + createHmac('sha256', secret).update(body).digest(encoding));
}

/** https://www.standardwebhooks.com: the time is signed as well, and may be five minutes wrong. */
function isStandard({ body, header }: SourceCall, secret: string): boolean {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const headers = Object.fromEntries(names.map((name) => [name, header(name) ?? '']));
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch (error) {
    // What is signed is parsed by the library too.
    return error instanceof SyntaxError;
  }
}

function readMapped(content: unknown, mapping: Mapping): SourceReading {
  const items = mapping.events === undefined ? [content] : at(content, mapping.events);
  if (!Array.isArray(items)) {
    const message = `The body is no message of this service: ${mapping.events} is no list`;
    throw new Problem('VALIDATION_ERROR', bodyFinding('format', message));
  }
  if (items.length > LIMITS.eventsPerCall) {
    const message = `${mapping.events} has more than ${limitText('eventsPerCall')} events`;
    throw new Problem('VALIDATION_ERROR', bodyFinding('too_many', message));
  }
  const objects = items.filter((item) => typeof item === 'object' && item !== null);
  const others = items.length - objects.length;
  if (others > 0 && objects.length === 0) {
    const message = `The body is no message of this service: ${mapping.events ?? 'it'} has no objects`;
    throw new Problem('VALIDATION_ERROR', bodyFinding('format', message));
  }
  return {
    events: objects
      .map((item): MappedItem => ({ item, message: content }))
      .filter((item) => fits(item, mapping.when))
      .map((item) => readItem(item, mapping)),
    ...(others > 0 && {
      problem: `Items of ${mapping.events} that are no objects were left out: ${others}`,
    }),
  };
}

/** An item of a message, of which neither is copied: both can be large. */
interface MappedItem {
  readonly item: unknown;
  readonly message: unknown;
}

/** What a path of the mapping is a path in, and which. */
function placeOf({ item, message }: MappedItem, path: string): [content: unknown, path: string] {
  return path.startsWith('$.') ? [message, path.slice(2)] : [item, path];
}

/** `readEvent` refuses an event that lacks something, and says what. */
function readItem(item: MappedItem, mapping: Mapping): AppEvent {
  const text = (path: string | undefined) =>
    path === undefined ? undefined : textAt(...placeOf(item, path));
  const said = mapping.name.value ?? text(mapping.name.path);
  const name = said === undefined ? undefined : (ownOf(mapping.name.names, said) ?? said);
  const quantity =
    mapping.quantity === undefined ? undefined : at(...placeOf(item, mapping.quantity));
  return eventOf({
    eventId: text(mapping.eventId)!,
    name: name!,
    at: momentOf(item, mapping.at),
    customerId: text(mapping.customerId),
    installationId: text(mapping.installationId),
    clickId: text(mapping.clickId),
    transactionId: text(mapping.transactionId),
    revenue: moneyOf(item, mapping, name),
    quantity: quantity === undefined ? undefined : Number(quantity),
    test: mapping.test === undefined ? undefined : fits(item, mapping.test),
  });
}

function ownOf(names: Readonly<Record<string, string>> = {}, key: string): string | undefined {
  return Object.hasOwn(names, key) ? names[key] : undefined;
}

function fits(item: MappedItem, condition: Mapping['when']): boolean {
  return condition === undefined || at(...placeOf(item, condition.path)) === condition.value;
}

function momentOf(item: MappedItem, mapped: Mapping['at']): string | undefined {
  if (mapped === undefined) return undefined;
  const said = at(...placeOf(item, mapped.path));
  if (mapped.unit === 'iso') return typeof said === 'string' ? timeOf(Date.parse(said)) : undefined;
  return timeOf(Number(said) * (mapped.unit === 'seconds' ? 1000 : 1));
}

function moneyOf(
  item: MappedItem,
  { amount, currency }: Mapping,
  name: string | undefined,
): AppEvent['revenue'] {
  if (amount === undefined) return undefined;
  const code = currency?.value ?? textAt(...placeOf(item, currency?.path ?? ''));
  const unit = amount.unit === 'minor' ? 'minor' : 0;
  const revenue = revenueOf(at(...placeOf(item, amount.path)), code, unit);
  return amount.refunds?.includes(name ?? '') ? refundOf(revenue) : revenue;
}
