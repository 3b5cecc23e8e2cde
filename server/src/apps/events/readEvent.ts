import { AppEvent } from '@fairlead/contract/eventResources';
import { type Finding, finding } from '@fairlead/contract/finding';
import { compileSchema, partsThatFit } from '@fairlead/contract/findings';
import { LIMITS } from '@fairlead/contract/limits';
import { EVENT_SOURCE_KINDS } from '@fairlead/contract/eventSpeakers';
import { checkFreeForm, checkNumbers } from '#links/link/checkFreeForm.ts';
import type { EventFact } from '#visits/clicks/facts/events.ts';
import { checkCurrency } from './checkCurrency.ts';

/** What the times of an event are judged by; in milliseconds. */
export interface Clocks {
  readonly receivedAt: number;
  /** How far the sender's clock is behind. */
  readonly behind: number;
  /** Nothing older is kept. */
  readonly keptFrom: number;
}

/** Events of a project that keeps clicks forever may be as old as this: an older one comes from a clock that was never set. */
export const OLDEST_MS = Date.UTC(2000, 0, 1);

const schema = compileSchema(AppEvent);

/** An event as it is stored, or everything that is wrong with it. */
export function readEvent(
  given: unknown,
  clocks: Clocks,
  sender: { readonly isKey: boolean },
): EventFact | readonly Finding[] {
  const findings = schema.check(given) ? [] : schema.findings(given, 'The event');
  const fitting = partsThatFit(given, findings);
  if (fitting) findings.push(...checkEvent(fitting, clocks));
  if (fitting && sender.isKey) findings.push(...checkId(fitting));
  return findings.length > 0 ? findings : factOf(given as AppEvent, clocks);
}

/** The rules that a schema cannot express. */
function checkEvent(event: Partial<AppEvent>, clocks: Clocks): Finding[] {
  const { items, properties } = event;
  const findings = [
    ...checkFreeForm('items', items),
    ...checkFreeForm('properties', properties, LIMITS.eventPropertiesBytes),
  ];
  // Their depth is known by now, for going deeper could exhaust the stack.
  if (findings.length === 0) {
    findings.push(...checkNumbers('items', items), ...checkNumbers('properties', properties));
  }
  const currency = event.revenue
    ? checkCurrency(['revenue', 'currency'], event.revenue.currency)
    : [];
  return [...currency, ...findings, ...checkAge(event, clocks)];
}

/** Ids of sources are theirs alone (Rule: events 15). */
function checkId({ eventId }: Partial<AppEvent>): Finding[] {
  const kind = EVENT_SOURCE_KINDS.find((each) => eventId?.startsWith(`${each}:`));
  if (kind === undefined) return [];
  const message = `eventId must not begin with ${kind}:, which is kept for event sources; use an id of your own, such as own-${kind}:…`;
  return [finding('eventId', 'reserved', message)];
}

function checkAge(event: Partial<AppEvent>, clocks: Clocks): Finding[] {
  if (timeOf(event, clocks) >= clocks.keptFrom) return [];
  const since = new Date(clocks.keptFrom).toISOString();
  const message = `at is before ${since}: events that old are not kept`;
  return [finding('at', 'too_small', message)];
}

/** When it happened by our clock (Rule: events 4). Nothing happens in the future. */
function timeOf({ at }: Partial<AppEvent>, { receivedAt, behind }: Clocks): number {
  return at === undefined ? receivedAt : Math.min(receivedAt, Date.parse(at) + behind);
}

function factOf(event: AppEvent, clocks: Clocks): EventFact {
  return {
    eventId: event.eventId,
    name: event.name,
    at: timeOf(event, clocks),
    saidAt: event.at === undefined ? null : Date.parse(event.at),
    installation: event.installationId ?? null,
    clickId: event.clickId ?? null,
    customerId: event.customerId ?? null,
    amount: event.revenue?.amount ?? null,
    currency: event.revenue?.currency ?? null,
    quantity: event.quantity ?? null,
    transactionId: event.transactionId ?? null,
    items: event.items ?? null,
    properties: event.properties ?? null,
    test: event.test ?? false,
  };
}
