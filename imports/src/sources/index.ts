import { plainName, type Source, type SourceId } from '../Source.ts';
import { bitly } from './bitly.ts';
import { branch } from './branch.ts';
import { csv } from './csv.ts';
import { dub } from './dub.ts';
import { firebase } from './firebase.ts';
import { kutt } from './kutt.ts';
import { rebrandly } from './rebrandly.ts';
import { shlink } from './shlink.ts';
import { shortio } from './shortio.ts';
import { yourls } from './yourls.ts';

/** Every source, in the order in which a file is tried: the most particular headings first. */
export const SOURCES: Readonly<Record<SourceId, Source>> = {
  firebase,
  branch,
  bitly,
  shlink,
  yourls,
  kutt,
  dub,
  shortio,
  rebrandly,
  csv,
};

/** The source that has such a file; undefined where none of the headings says anything. */
export function recogniseSource(headings: readonly string[]): Source | undefined {
  const plain = new Set(headings.map(plainName));
  return Object.values(SOURCES).find((source) => source.recognise(plain, headings.length));
}
