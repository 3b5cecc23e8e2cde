import { LIMITS } from '@fairlead/contract/limits';
import { listProjectLinks, type ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { codeFileName, scannedUrl } from '@fairlead/contract/qrLook';
import { call } from '../../../api/call.ts';
import { type CodeFormat, renderCode } from '../qr/rendering/renderCode.ts';
import type { StudioLook } from '../qr/studioLook.ts';
import type { MeantLinks } from './changeLinks.ts';

export interface ZipInput {
  readonly projectId: string;
  readonly meant: MeantLinks;
  /** Those of them that are loaded. */
  readonly loaded: readonly ProjectLink[];
  readonly look: StudioLook;
  readonly format: CodeFormat;
  /** Width of a PNG. */
  readonly pixels: number;
  /** Called after each code with how many are done. */
  readonly onStep: (done: number) => void;
  readonly signal: AbortSignal;
}

/** The codes of many links in one ZIP file, made in the browser. Throws the reason of the signal when that ends it. */
export async function zipCodes(input: ZipInput): Promise<Blob> {
  const { look, format, pixels, onStep, signal } = input;
  const [{ Zip, ZipDeflate, ZipPassThrough }, links] = await Promise.all([
    import('fflate'),
    findLinks(input),
  ]);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  const names = fileNames(links.map(({ shortUrl }) => codeFileName(shortUrl)));
  for (const [index, { shortUrl }] of links.entries()) {
    const code = await renderCode(scannedUrl(shortUrl), look, format, pixels);
    signal.throwIfAborted();
    const name = `${names[index]}.${format}`;
    // A PNG is compressed already.
    const entry = format === 'png' ? new ZipPassThrough(name) : new ZipDeflate(name);
    zip.add(entry);
    entry.push(new Uint8Array(await code.arrayBuffer()), true);
    onStep(index + 1);
  }
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}

/** All that are meant, also those that the list has not loaded. */
async function findLinks({ projectId, meant, loaded, signal }: ZipInput) {
  if ('ids' in meant) return loaded;
  const links: ProjectLink[] = [];
  let cursor: string | null = null;
  do {
    const query = { ...meant.filter, limit: LIMITS.pageSize, ...(cursor !== null && { cursor }) };
    const page: { links: ProjectLink[]; nextCursor: string | null } = await call(listProjectLinks, {
      params: { projectId },
      query,
    });
    signal.throwIfAborted();
    links.push(...page.links);
    cursor = page.nextCursor;
  } while (cursor !== null && links.length < LIMITS.qrCodesPerZip);
  return links.slice(0, LIMITS.qrCodesPerZip);
}

/**
 * Each once, with a number where it was taken: links of several domains may share a slug, and many systems take capital and small
 * letters for the same.
 */
function fileNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>();
  return wanted.map((name) => {
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name}-${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
