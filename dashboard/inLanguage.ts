import { join } from 'node:path';
import { LANGUAGE } from '@fairlead/contract/language';
import type { Plugin } from 'vite';
import { findSources, readDictionary } from './texts/dictionaries.ts';
import { translate, translatePage } from './texts/translate.ts';

const ROOT = join(import.meta.dirname, '..');
const DECLARED = join(ROOT, 'contract/src/language.ts');

/**
 * Makes the build one in another language: each text of the source is replaced as it is compiled, so that the browser loads no dictionary and
 * no code that looks texts up. Pages go into a folder named after the language; scripts are named by their content and lie beside the
 * others.
 */
export function inLanguage(language: string): Plugin {
  const dictionary = readDictionary(language);
  const sources = new Set(findSources().map((file) => join(ROOT, file)));
  return {
    name: 'in-language',
    enforce: 'pre',
    transform(code, file) {
      if (file === DECLARED) return code.replace(`'${LANGUAGE}'`, JSON.stringify(language));
      if (!sources.has(file)) return null;
      return { code: translate(file, code, dictionary), map: null };
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { filename }) =>
        translatePage(filename, html, dictionary).replace(
          `lang="${LANGUAGE}"`,
          `lang="${language}"`,
        ),
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.fileName.endsWith('.html')) file.fileName = `${language}/${file.fileName}`;
        }
      },
    },
  };
}
