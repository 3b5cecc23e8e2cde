import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findProgram, skipWithout } from './findProgram.ts';

const run = promisify(execFile);
const soffice = findProgram('soffice', 'SOFFICE');
/** For a first start, on a machine that does other things too. Milliseconds. */
const PATIENCE = 120_000;

export const skipWithoutLibreOffice = skipWithout(
  soffice,
  'no LibreOffice found: install libreoffice-calc-nogui or set SOFFICE to its path',
);

export interface SheetCell {
  /** As it is shown; lines are separated by `\n`. */
  readonly text: string;
  readonly formula: boolean;
}

/** Opens a CSV file, as its import dialog does with these separators, and reads what the sheet then holds. */
export async function openInLibreOffice(csv: string, separators: string): Promise<SheetCell[][]> {
  if (soffice === undefined)
    throw new Error('CI needs LibreOffice: install libreoffice-calc-nogui');
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-sheet-'));
  try {
    await mkdir(join(folder, 'profile'));
    await writeFile(join(folder, 'export.csv'), csv);
    const characters = Array.from(separators, (each) => each.codePointAt(0)).join('/');
    await run(
      soffice,
      [
        `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
        '--headless',
        // Quotes around text, UTF-8, from the first line.
        `--infilter=CSV:${characters},34,76,1`,
        '--convert-to',
        'fods',
        '--outdir',
        folder,
        join(folder, 'export.csv'),
      ],
      { timeout: PATIENCE },
    );
    return readFlatSheet(await readFile(join(folder, 'export.fods'), 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The first sheet of a flat OpenDocument file, without the empty rest of it. */
function readFlatSheet(xml: string): SheetCell[][] {
  const table = /<table:table [\s\S]*?<\/table:table>/.exec(xml)?.[0] ?? '';
  const rows = table.match(/<table:table-row[\s\S]*?<\/table:table-row>/g) ?? [];
  return rows.map(readRow).filter((row) => row.some(({ text }) => text !== ''));
}

function readRow(row: string): SheetCell[] {
  const cells = row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g);
  return [...cells].flatMap(([, attributes = '', content = '']) => {
    const repeated = Number(/number-columns-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1);
    const cell = { text: readText(content), formula: attributes.includes('table:formula=') };
    return cell.text === '' && repeated > 100 ? [] : Array.from({ length: repeated }, () => cell);
  });
}

function readText(content: string): string {
  const paragraphs = content.match(/<text:p\/>|<text:p[ >][\s\S]*?<\/text:p>/g) ?? [];
  return paragraphs
    .map((paragraph) =>
      paragraph
        .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count?: string) =>
          ' '.repeat(Number(count ?? 1)),
        )
        .replaceAll('<text:tab/>', '\t')
        .replaceAll('<text:line-break/>', '\n')
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&apos;', "'")
        .replaceAll('&amp;', '&'),
    )
    .join('\n');
}
