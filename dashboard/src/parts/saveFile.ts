import { saveBlob } from './saveBlob.ts';

/** Lets the browser download text as a CSV file. */
export function saveFile(name: string, parts: readonly string[]): void {
  saveBlob(name, new Blob([...parts], { type: 'text/csv;charset=utf-8' }));
}
