import type { Counts } from '@fairlead/imports/runImport';
import { count, counted } from '../../parts/format.ts';

/** "3 links created, 1 already existed, 2 refused" */
export function countsText({ created, existing, refused, skipped }: Counts): string {
  return [
    `${counted(created, 'link', 'links')} created`,
    ...(existing > 0 ? [`${count(existing)} already existed`] : []),
    ...(refused > 0 ? [`${count(refused)} refused`] : []),
    ...(skipped > 0 ? [`${count(skipped)} skipped`] : []),
  ].join(', ');
}
