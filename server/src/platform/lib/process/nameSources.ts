import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** A frame's file, line and column, as V8 writes them. */
const PLACE = /(?:file:\/\/)?([^\s()]+\.js):(\d+):(\d+)/;

/**
 * Makes stack traces name the sources of what was bundled. A map is read when the first trace asks for it: Node's own way reads all of
 * them at each start, which takes longer than to start. Files without a map, such as packages, stay as they are.
 */
export function nameSources(bundle: string): void {
  const maps = new Map<string, SourceMap | undefined>();
  const toSource = (frame: string) =>
    frame.replace(PLACE, (place: string, file: string, line: string, column: string) => {
      if (!file.startsWith(bundle)) return place;
      if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
      const found = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (found === undefined || !('originalSource' in found)) return place;
      const source = new URL(found.originalSource, `file://${file}`).pathname;
      return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
    });
  Error.prepareStackTrace = (error, frames) =>
    [String(error), ...frames.map(String).map((frame) => `    at ${toSource(frame)}`)].join('\n');
}

function readMap(file: string): SourceMap | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the bundler
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMap['payload']);
  } catch {
    return undefined;
  }
}
