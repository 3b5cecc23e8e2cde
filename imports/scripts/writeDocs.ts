/** Writes the tables of docs/moving-in from the rules of the sources: `npm run moving-in`. */
import { writeFileSync } from 'node:fs';
import { SOURCES } from '@fairlead/imports/sources/index';
import { docOf, renderDoc } from './renderDoc.ts';

for (const source of Object.values(SOURCES)) writeFileSync(docOf(source), renderDoc(source));
