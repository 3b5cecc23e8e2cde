import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');
/** Set by `npm test`, which makes the bundle; a file that is run by itself starts the sources. */
const isBundled = process.env['FAIRLEAD_TEST_RUN'] !== undefined;

/** What `npm start` starts. */
export const SERVER_PROGRAM = join(ROOT, isBundled ? 'dist/server.js' : 'server/src/main.ts');
/** What `npm run fairlead` starts. */
export const COMMAND_LINE = join(ROOT, isBundled ? 'dist/fairlead.js' : 'cli/src/main.ts');
