import type { TestEvent } from 'node:test/reporters';

/** Writes the counts of a whole run as one line of JSON; `run.ts` reads it. */
export async function* countReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    // The summary of a single file names it; that of the run does not.
    if (event.type === 'test:summary' && event.data.file === undefined) {
      yield `${JSON.stringify(event.data.counts)}\n`;
    }
  }
}

// oxlint-disable-next-line import/no-default-export -- node --test loads a reporter by its default export
export default countReporter;
