import { eventsEnvelope } from '@fairlead/contract/eventResources';
import { bodyFinding, NO_BODY } from '@fairlead/contract/finding';
import { compileSchema } from '@fairlead/contract/findings';
import { LIMITS } from '@fairlead/contract/limits';
import type { GivenEvent, GivenEvents } from '#apps/events/recordEvents.ts';
import { parseJson } from '#platform/lib/parseJson.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { type JsonRow, readJsonRows } from '#platform/lib/readJsonRows.ts';
import { splitMember } from '#platform/lib/splitMember.ts';

interface Envelope {
  readonly events: readonly unknown[];
  readonly sentAt?: string;
}

interface ParsedBody {
  /** What the body is but for what could not be parsed of its events, which is null in it. */
  readonly content: unknown;
  /** What is wrong with an event, by its position. */
  readonly problems: ReadonlyMap<number, Problem>;
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
  const { content, problems } = parseBody(text);
  const findings = envelopes.get(most)!.findings(content, 'The body');
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
  const { events, sentAt } = content as Envelope;
  return {
    events: events.map((event, index) => {
      const problem = problems.get(index);
      return problem === undefined ? { value: understand(event) } : refused(problem);
    }),
    sentAt,
  };
}

/** Throws VALIDATION_ERROR for what is no JSON, and for what no body may have anywhere but in one of its events. */
function parseBody(text: string): ParsedBody {
  try {
    return { content: parseJson(text, 'The body', LIMITS.eventsProperties), problems: new Map() };
  } catch (error) {
    // Whoever repeats a failed call would be stuck with one bad event.
    const split = mayBeOfOne(error) ? splitMember(text, 'events') : undefined;
    if (split === undefined) throw error;
    return parseEach(split);
  }
}

const OF_ONE: ReadonlySet<string> = new Set(['too_deep', 'forbidden_key']);

/** Malformed text is no list of events, and too many properties are too many whichever event has them. */
function mayBeOfOne(error: unknown): error is Problem {
  return error instanceof Problem && error.findings.every(({ code }) => OF_ONE.has(code));
}

function parseEach({ rest, elements }: NonNullable<ReturnType<typeof splitMember>>): ParsedBody {
  const envelope = parseJson(rest, 'The body', LIMITS.eventsProperties);
  const problems = new Map<number, Problem>();
  const events = elements.map((element, index) => {
    try {
      return parseJson(element, 'The event', LIMITS.eventsProperties);
    } catch (error) {
      if (!mayBeOfOne(error)) throw error;
      problems.set(index, error);
      return null;
    }
  });
  return { content: { ...(envelope as Envelope), events }, problems };
}

/** An event that the parser refuses. */
function refused({ findings }: Problem): GivenEvent {
  return { errors: findings.map(({ field, message }) => ({ field, message })) };
}

/** The events of a body with one a line. Throws VALIDATION_ERROR for more lines than a call may have, and for none. */
export async function readEventLines(
  body: AsyncIterable<Uint8Array>,
  most: number,
): Promise<GivenEvents> {
  const events: GivenEvent[] = [];
  for await (const rows of readJsonRows(body, LIMITS.bodyBytes)) {
    events.push(...rows.map(readRow));
    if (events.length > most) {
      const message = `A call takes at most ${most.toLocaleString('en-US')} events; send the rest in another call`;
      throw new Problem('VALIDATION_ERROR', bodyFinding('too_many', message));
    }
  }
  return { events };
}

function readRow(row: JsonRow): GivenEvent {
  if ('problem' in row) return { errors: [{ field: '', message: row.problem }] };
  try {
    return { value: parseJson(row.text, 'The event') };
  } catch (error) {
    if (error instanceof Problem) return refused(error);
    throw error;
  }
}
