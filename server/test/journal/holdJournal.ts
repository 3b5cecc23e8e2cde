/** A process that has a journal until it is killed. */
import { openJournal } from '../../src/journal/openJournal.ts';
import { silentLog } from '../support/silentLog.ts';

const journal = await openJournal({ folder: process.argv[2] ?? '', log: silentLog });
await journal.append('"of the other process"');
process.stdout.write('open\n');
setInterval(() => {}, 1000);
