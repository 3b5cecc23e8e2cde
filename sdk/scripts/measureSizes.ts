/** Builds the package and prints what its parts weigh in a bundle, minified and gzipped, as one JSON object of bytes. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const SDK = join(import.meta.dirname, '..');
const PARTS = {
  browser: "export { createApp, browser } from '@fairlead/sdk/app';",
  reactNative: "export { createApp, reactNative } from '@fairlead/sdk/react-native';",
  expo: "export { createApp, expo } from '@fairlead/sdk/expo';",
  capacitor: "export { createApp, capacitor } from '@fairlead/sdk/capacitor';",
  events: "export { withEvents, minorUnits } from '@fairlead/sdk/events';",
  server: "export { Fairlead } from '@fairlead/sdk';",
} as const;

// Building is what importing it does.
await import('./build.ts');
const sizes: Record<string, number> = {};
for (const [part, code] of Object.entries(PARTS)) {
  // Within the package, which finds itself by its name.
  const entry = join(SDK, 'dist', `measure-${part}.mjs`);
  writeFileSync(entry, code);
  const bundle = await rolldown({ input: entry, platform: 'neutral' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  sizes[part] = gzipSync(output.map((each) => ('code' in each ? each.code : '')).join('')).length;
  await bundle.close();
  rmSync(entry);
}
process.stdout.write(`${JSON.stringify(sizes)}\n`);
