#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runCommandLine } from './runCommandLine.ts';
import { openTerminal } from './terminal/openTerminal.ts';

process.exitCode = await runCommandLine({
  argv: process.argv.slice(2),
  env: process.env,
  repository: fileURLToPath(new URL('../../', import.meta.url)),
  out: (text) => void process.stdout.write(text),
  terminal: openTerminal(),
});
