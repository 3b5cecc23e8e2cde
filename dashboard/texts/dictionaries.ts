import { globSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { LANGUAGE } from '@fairlead/contract/language';
import { findTexts } from './findTexts.ts';
import { type Dictionary, textsOfPage } from './translate.ts';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');
/** Every language of the dashboard, as BCP 47 has it: the source's, and each that has a file here. */
export const LANGUAGES: readonly string[] = [
  LANGUAGE,
  ...globSync('*.json', { cwd: HERE })
    .map((file) => parse(file).name)
    .toSorted(),
];

export const pathOf = (language: string): string => join(HERE, `${language}.json`);

export function readDictionary(language: string): Dictionary {
  return JSON.parse(readFileSync(pathOf(language), 'utf8')) as Dictionary;
}

/** Where texts stand, from the project's folder: also the words of the contract that screens and command line both say. */
export const findSources = (): string[] =>
  globSync(['dashboard/src/**/*.{ts,tsx}', 'contract/src/{destinationFields,ruleWords}.ts'], {
    cwd: ROOT,
  }).toSorted();

/** Every text of the dashboard in English, each once, in the order of the files. */
export function collectTexts(): string[] {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
  const pages = globSync('dashboard/*.html', { cwd: ROOT }).toSorted();
  const sources = findSources();
  const texts = [
    ...pages.flatMap((file) => textsOfPage(read(file))),
    ...sources.flatMap((file) => findTexts(file, read(file)).map(({ key }) => key)),
  ];
  return [...new Set(texts)];
}
