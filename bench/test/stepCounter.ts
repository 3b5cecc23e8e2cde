import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

/**
 * Loaded into a server before its own code: counts how often each block of that code is executed between two turns of the event loop. One
 * SIGUSR2 begins, and the next one writes what was executed most to the file STEP_REPORT, as a line.
 */
const FILE = process.env['STEP_REPORT'];
/** Milliseconds after which counters are read: each time costs as much. Quick turns before that count together. */
const EVERY_MS = 5;

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

let most = { steps: 0, where: 'nothing' };
let isCounting = false;
let since = 0;

/** Reads the counters, and sets them to 0. */
function read(): void {
  session.post('Profiler.takePreciseCoverage', (error, found) => {
    if (error !== null) throw error;
    for (const { url, functions } of found.result) {
      if (!/\/(?:dist|server|contract)\//.test(url) || url.includes('node_modules')) continue;
      for (const { functionName, ranges } of functions) {
        for (const { count, startOffset } of ranges) {
          if (count <= most.steps) continue;
          most = { steps: count, where: `${functionName} at ${startOffset} of ${url}` };
        }
      }
    }
  });
  since = performance.now();
}

function turn(): void {
  if (performance.now() - since > EVERY_MS) read();
  if (isCounting) setImmediate(turn);
}

process.on('SIGUSR2', () => {
  read();
  isCounting = !isCounting;
  if (isCounting) {
    most = { steps: 0, where: 'nothing' };
    turn();
  } else if (FILE !== undefined) {
    writeFileSync(FILE, `${most.steps} ${most.where}\n`);
  }
});
