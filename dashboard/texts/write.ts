import { writeFileSync } from 'node:fs';
import { LANGUAGE } from '@fairlead/contract/language';
import { collectTexts, LANGUAGES, pathOf, readDictionary } from './dictionaries.ts';

/**
 * Brings the dictionaries up to the source: new texts come in, to be translated where they are empty, and those that are gone go.
 * `--check` writes nothing, and fails where a dictionary is not up to it, has an empty text, or one that lost a part or its spaces.
 */
const texts = collectTexts();
const isCheck = process.argv.includes('--check');

for (const language of LANGUAGES) {
  if (language === LANGUAGE) continue;
  const present = readDictionary(language);
  const wanted = Object.fromEntries(texts.map((key) => [key, present[key] ?? '']));
  if (!isCheck) writeFileSync(pathOf(language), `${JSON.stringify(wanted, null, 2)}\n`);
  const gone = isCheck ? Object.keys(present).filter((key) => !(key in wanted)) : [];
  report(language, 'of no text any more, see npm run texts', gone);
  report(
    language,
    'to be translated',
    texts.filter((key) => !wanted[key]),
  );
  report(
    language,
    'without the parts in braces or the spaces of the English',
    texts.filter((key) => wanted[key] && frameOf(key) !== frameOf(wanted[key])),
  );
}

/** What a translation must keep: the parts that are code, and spaces at the ends, where something else is joined. */
function frameOf(text: string): string {
  const parts = text.match(/\{\w+\}/g) ?? [];
  return JSON.stringify([parts.toSorted(), /^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]]);
}

function report(language: string, what: string, keys: readonly string[]): void {
  if (keys.length === 0) return;
  process.stderr.write(
    `dashboard/texts/${language}.json: ${keys.length} ${what}:\n${keys.map((key) => `  ${JSON.stringify(key)}\n`).join('')}`,
  );
  process.exitCode = 1;
}
