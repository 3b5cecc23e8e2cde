import { eventsEnvelope } from '@fairlead/contract/eventResources';
import { bodyFinding, NO_BODY } from '@fairlead/contract/finding';
import { compileSchema } from '@fairlead/contract/findings';
import { LIMITS } from '@fairlead/contract/limits';
import type { GivenEvent, GivenEvents } from '#apps/events/recordEvents.ts';
import { parseJson } from '#platform/lib/parseJson.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { readJsonRows } from '#platform/lib/readJsonRows.ts';

interface Envelope {
  readonly events: readonly unknown[];
  readonly sentAt?: string;
}

const envelopes = new Map(
  [LIMITS.sdkEventsPerCall, LIMITS.eventsPerCall].map((most) => [
    most,
    compileSchema(eventsEnvelope(most)),
  ]),
);

/** The events of a JSON body, which are looked at one by one. Throws VALIDATION_ERROR for a body that is no list of so many. */
export async function readEventList(
  body: AsyncIterable<Uint8Array>,
  most: (typeof LIMITS)['sdkEventsPerCall' | 'eventsPerCall'],
  understand: (event: unknown) => unknown,
): Promise<GivenEvents> {
  const text = new TextDecoder().decode(Buffer.concat(await Array.fromAsync(body)));
  if (text === '') throw new Problem('VALIDATION_ERROR', NO_BODY);
  const content = parseJson(text, 'The body', LIMITS.eventsProperties);
  const findings = envelopes.get(most)!.findings(content, 'The body');
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
  const { events, sentAt } = content as Envelope;
  return { events: events.map((event) => ({ value: understand(event) })), sentAt };
}

/** The events of a body with one a line. Throws VALIDATION_ERROR for more lines than a call may have, and for none. */
export async function readEventLines(
  body: AsyncIterable<Uint8Array>,
  most: number,
): Promise<GivenEvents> {
  const events: GivenEvent[] = [];
  for await (const rows of readJsonRows(body, LIMITS.bodyBytes)) {
    events.push(...rows.map((row) => ('text' in row ? readLine(row.text) : row)));
    if (events.length > most) {
      const message = `A call takes at most ${most.toLocaleString('en-US')} events; send the rest in another call`;
      throw new Problem('VALIDATION_ERROR', bodyFinding('too_many', message));
    }
  }
  return { events };
}

function readLine(text: string): GivenEvent {
  try {
    return { value: parseJson(text, 'The event') };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.message };
    throw error;
  }
}
