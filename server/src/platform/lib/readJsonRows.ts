import { createSlices } from './createSlices.ts';
import { Problem } from './Problem.ts';

/** One row of a bulk body: its JSON text, or why it has none; `ends` if nothing after it can be read. */
export type JsonRow =
  | { readonly text: string }
  | { readonly problem: string; readonly ends?: boolean };

/** Of the text whose characters are looked at. */
const LENGTH_OF_A_STEP = 16;

/** Finds the ends of rows in text that arrives in pieces; `flush` returns what remains at the end of the body. */
interface Splitter {
  push(text: string): JsonRow[];
  flush(): JsonRow[];
}

/**
 * Reads the rows of a JSON array, or of one JSON value per line, while the bytes are still arriving; an array is
 * recognised by its first character. A row of more than `maxRowLength` characters is skipped and reported; anything
 * that breaks the array itself ends the rows. The texts are not parsed yet. Other requests get their turn between two
 * pieces of the body. Throws VALIDATION_ERROR for a body without any text.
 */
export async function* readJsonRows(
  bytes: AsyncIterable<Uint8Array>,
  maxRowLength: number,
): AsyncGenerator<JsonRow[]> {
  const slices = createSlices();
  const decoder = new TextDecoder();
  let splitter: Splitter | undefined;
  for await (const part of bytes) {
    let text = decoder.decode(part, { stream: true });
    if (splitter === undefined) {
      text = text.trimStart();
      if (text === '') continue;
      splitter = text.startsWith('[') ? splitArray(maxRowLength) : splitLines(maxRowLength);
    }
    const rows = splitter.push(text);
    if (rows.length > 0) yield rows;
    if (isEnd(rows.at(-1))) return;
    if (slices.spend(text.length / LENGTH_OF_A_STEP)) await slices.turn();
  }
  if (splitter === undefined) {
    throw new Problem(
      'VALIDATION_ERROR',
      'A body is required: a JSON array, or a JSON object a line',
    );
  }
  const rows = [...splitter.push(decoder.decode()), ...splitter.flush()];
  if (rows.length > 0) yield rows;
}

function isEnd(row: JsonRow | undefined): boolean {
  return row !== undefined && 'problem' in row && row.ends === true;
}

/** More blank lines than a call may have rows: no real file has that. */
const MAX_BLANK_LINES = 10_000;

/** Collects the text of one row and drops it if it grows too long. */
function collectRow(maxLength: number) {
  let text = '';
  let length = 0;
  return {
    add(part: string): void {
      length += part.length;
      text = length > maxLength ? '' : text + part;
    },
    isBlank: () => length === 0 || (text.length === length && text.trim() === ''),
    take(): JsonRow {
      const row =
        length > maxLength
          ? { problem: `The row is longer than ${Math.floor(maxLength / 1024)} KB` }
          : { text };
      text = '';
      length = 0;
      return row;
    },
  };
}

function splitLines(maxLength: number): Splitter {
  const row = collectRow(maxLength);
  let blank = 0;
  return {
    push(text) {
      const rows: JsonRow[] = [];
      const lines = text.split('\n');
      for (const [index, line] of lines.entries()) {
        row.add(line);
        if (index === lines.length - 1) break;
        // A blank line is not a row.
        if (!row.isBlank()) {
          rows.push(row.take());
          continue;
        }
        row.take();
        blank += 1;
        if (blank > MAX_BLANK_LINES) {
          rows.push({ problem: 'The body has too many blank lines', ends: true });
          break;
        }
      }
      return rows;
    },
    flush: () => (row.isBlank() ? [] : [row.take()]),
  };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const BRACKET_END = 0x5d;
const BRACE_END = 0x7d;

/** The state of reading an array: inside a string or not, and how deep in brackets. */
function createScanner() {
  let depth = 0;
  let inString = false;
  let escaped = false;

  function scanString(code: number): void {
    if (escaped) escaped = false;
    else if (code === BACKSLASH) escaped = true;
    else if (code === QUOTE) inString = false;
  }

  /** What a character means for the array itself. */
  return (code: number): 'begin' | 'comma' | 'end' | undefined => {
    if (inString) {
      scanString(code);
      return undefined;
    }
    if (code === QUOTE) inString = true;
    if (code === BRACKET || code === BRACE) {
      depth += 1;
      return depth === 1 ? 'begin' : undefined;
    }
    if (code === BRACKET_END || code === BRACE_END) {
      depth -= 1;
      return depth === 0 ? 'end' : undefined;
    }
    return code === COMMA && depth === 1 ? 'comma' : undefined;
  };
}

const NO_ROW: JsonRow = {
  problem: 'The array is not valid JSON: a comma without a row',
  ends: true,
};

function splitArray(maxLength: number): Splitter {
  const row = collectRow(maxLength);
  const scan = createScanner();
  let count = 0;
  let closed = false;
  let trailing = false;
  return {
    push(text) {
      const rows: JsonRow[] = [];
      let start = 0;
      let at = 0;
      for (; at < text.length && !closed; at += 1) {
        const met = scan(text.charCodeAt(at));
        if (met === undefined) continue;
        if (met === 'begin') {
          start = at + 1;
          continue;
        }
        closed = met === 'end';
        row.add(text.slice(start, at));
        start = at + 1;
        if (!row.isBlank()) rows.push(row.take());
        // `[]` has no row.
        else if (!closed || count > 0) return [...rows, NO_ROW];
        count += 1;
      }
      if (closed) trailing ||= text.slice(at).trim() !== '';
      else row.add(text.slice(start));
      return rows;
    },
    flush() {
      if (trailing) return [{ problem: 'Something follows the end of the array' }];
      return closed ? [] : [{ problem: 'The body ends within the array' }];
    },
  };
}
