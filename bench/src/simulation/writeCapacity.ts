/** Writes the tables of docs/capacity.md from the measured costs: `npm run capacity`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { renderCapacity } from './renderCapacity.ts';

const PAGE = new URL('../../../docs/capacity.md', import.meta.url);
writeFileSync(PAGE, renderCapacity(readFileSync(PAGE, 'utf8')));
