/** A process that has a journal until it is killed, and appends each line of its input. */
import { createInterface } from 'node:readline';
import { openJournal } from '#visits/journal/openJournal.ts';
import { silentLog } from '../support/silentLog.ts';

const journal = await openJournal({ folder: process.argv[2] ?? '', log: silentLog });
await journal.append('"of the other process"');
process.stdout.write('open\n');
createInterface(process.stdin).on('line', (line) => {
  void journal.append(JSON.stringify(line)).then(
    () => process.stdout.write('durable\n'),
    () => process.stdout.write('refused\n'),
  );
});
setInterval(() => {}, 1000);
