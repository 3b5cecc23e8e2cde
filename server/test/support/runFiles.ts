import { relative, resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** Writes the counts of a whole run, and the titles of what failed, as one line of JSON; `run.ts` reads it. */
async function* countReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let empty = 0;
  const titles: string[] = [];
  for await (const event of events) {
    // Node reports a file that holds no test as a test that passed, named after the file.
    if (event.type === 'test:pass' && resolve(event.data.name) === event.data.file) empty += 1;
    // A suite fails because one of its tests does, which has an event of its own.
    if (event.type === 'test:fail' && event.data.details.type !== 'suite') {
      const { file = '', name, details } = event.data;
      const [reason = ''] = (details.error.cause ?? details.error).toString().split('\n');
      titles.push(`${relative('', file)}: ${name}: ${reason}`);
    }
    // The summary of a single file names it; that of the run does not.
    if (event.type === 'test:summary' && event.data.file === undefined) {
      const { counts } = event.data;
      yield `${JSON.stringify({ ...counts, passed: counts.passed - empty, titles })}\n`;
    }
  }
}

// oxlint-disable-next-line import/no-default-export -- node --test loads a reporter by its default export
export default countReporter;
