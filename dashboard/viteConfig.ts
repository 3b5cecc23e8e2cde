import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { declarationsOnly } from './declarationsOnly.ts';
import { dropUnusedStyles } from './dropUnusedStyles.ts';

/** Everything Vite is told, for the build and for `npm run dev:dashboard`; no file of its own is read. */
export function viteConfig(): InlineConfig {
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    plugins: [declarationsOnly(), react(), dropUnusedStyles()],
    build: {
      target: 'es2022',
      manifest: true,
      // Charts are a chunk of their own, loaded only by the screens that draw.
      chunkSizeWarningLimit: 700,
      assetsInlineLimit: 0,
    },
  };
}
