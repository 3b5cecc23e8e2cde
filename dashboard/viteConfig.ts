import { join } from 'node:path';
import { LANGUAGE } from '@fairlead/contract/language';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';
import { declarationsOnly } from './declarationsOnly.ts';
import { dropUnusedStyles } from './dropUnusedStyles.ts';
import { inLanguage } from './inLanguage.ts';
import { LANGUAGES } from './texts/dictionaries.ts';
import { manifestOf } from './shellSize.ts';
import { themeVariables } from './themeVariables.ts';

const ROOT = import.meta.dirname;

/** Everything Vite is told, for the build and for `npm run dev:dashboard`; no file of its own is read. */
export function viteConfig(language = LANGUAGE): InlineConfig {
  const isSource = language === LANGUAGE;
  return {
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    // Beside the source's language the others lack nothing of their own but pages and scripts.
    publicDir: isSource && 'public',
    define: { 'import.meta.env.LANGUAGES': JSON.stringify(LANGUAGES) },
    plugins: [
      declarationsOnly(),
      themeVariables(),
      ownHelpers(),
      isSource ? null : inLanguage(language),
      react(),
      dropUnusedStyles(),
    ],
    build: {
      target: 'es2022',
      manifest: manifestOf(language),
      emptyOutDir: isSource,
      // The sign-in page is one of its own, so that a person can type before the dashboard is loaded.
      rollupOptions: { input: [join(ROOT, 'index.html'), join(ROOT, 'sign-in.html')] },
      // Charts are a chunk of their own, loaded only by the screens that draw.
      chunkSizeWarningLimit: 700,
      assetsInlineLimit: 0,
    },
  };
}

/**
 * The map's tooltip takes all of TypeScript's helpers at once. In the file that the shell takes two of, they would all be loaded before
 * the first screen; in another one they come with the map.
 */
function ownHelpers(): Plugin {
  return {
    name: 'own-helpers',
    enforce: 'pre',
    resolveId(source, importer) {
      const isTooltip = importer?.includes('react-path-tooltip') === true;
      return source === 'tslib' && isTooltip ? this.resolve('tslib/tslib.js', importer) : null;
    },
  };
}
