/** Lets the browser download a file. */
export function saveFile(
  name: string,
  parts: readonly BlobPart[],
  type = 'text/csv;charset=utf-8',
): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(url);
}
