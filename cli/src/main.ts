#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runCommandLine } from './runCommandLine.ts';
import { openTerminal } from './terminal/openTerminal.ts';

// npm runs the script in the checkout; files are named from where the person stands.
const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
if (script === 'fairlead' && folder) process.chdir(folder);

process.exitCode = await runCommandLine({
  argv: process.argv.slice(2),
  env: process.env,
  repository: fileURLToPath(new URL('../../', import.meta.url)),
  // The bundle's, where this is the bundle.
  server: import.meta.filename.endsWith('.ts') ? 'server/src/main.ts' : 'dist/server.js',
  out: (text) => void process.stdout.write(text),
  terminal: openTerminal(),
});
