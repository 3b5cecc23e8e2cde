/** A JSON object in which the elements of one list are apart. */
interface SplitObject {
  /** The object, with null for each element. */
  readonly rest: string;
  readonly elements: readonly string[];
}

/**
 * Takes the elements of the list that an object has under a name out of its text, unparsed, so that what is wrong with one of them is wrong with it
 * alone. Whoever parses the rest and all elements finds what is no JSON. Undefined if there is no such list, or more than one.
 */
export function splitMember(text: string, name: string): SplitObject | undefined {
  const start = findList(text, name);
  const list = start === undefined ? undefined : readList(text, start);
  if (list === undefined) return undefined;
  const after = text.slice(list.end);
  if (findList(`{${after.replace(/^\s*,/, '')}`, name) !== undefined) return undefined;
  const { elements } = list;
  const nulls = elements.map(() => 'null').join(',');
  return { rest: `${text.slice(0, start)}[${nulls}]${after}`, elements };
}

/** The texts of the elements of a list, and where it ends; undefined for one without an end. */
function readList(text: string, begin: number) {
  const elements: string[] = [];
  let start = begin + 1;
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') at = endOfString(text, at);
    else if (depth === 0 && (char === ',' || char === ']')) {
      const element = text.slice(start, at);
      const isEmpty = char === ']' && elements.length === 0 && element.trim() === '';
      if (!isEmpty) elements.push(element);
      if (char === ']') return { elements, end: at + 1 };
      start = at + 1;
    } else depth += STEPS.get(char) ?? 0;
  }
  return undefined;
}

/** How much deeper it is after a character. */
const STEPS: ReadonlyMap<string, number> = new Map([
  ['{', 1],
  ['[', 1],
  ['}', -1],
  [']', -1],
]);

/** Where the list begins that an object has under a name. */
function findList(text: string, name: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    depth += STEPS.get(char) ?? 0;
    if (char === '"') {
      const end = endOfString(text, at);
      const list = /^\s*:\s*\[/.exec(text.slice(end + 1, end + 1 + MAX_BLANKS));
      if (depth === 1 && list && isText(text.slice(at, end + 1), name)) {
        return end + list[0].length;
      }
      at = end;
    }
  }
  return undefined;
}

/** Between a key and its list; nobody writes more. */
const MAX_BLANKS = 100;

function isText(json: string, text: string): boolean {
  try {
    return JSON.parse(json) === text;
  } catch {
    return false;
  }
}

/** The place of the quotation mark that ends a string; the end of a text that does not end it. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
