import { findTexts, type SourceText } from './findTexts.ts';

/** Another language: what each text of the source says in it. */
export type Dictionary = Readonly<Record<string, string>>;

/** The code with every text in the language of the dictionary. Throws for one that the dictionary does not have. */
export function translate(file: string, code: string, dictionary: Dictionary): string {
  const texts = findTexts(file, code);
  return rewrite(0, code.length);

  /** Texts that stand inside of another one are rewritten with the part of it that they belong to. */
  function rewrite(from: number, to: number): string {
    let written = '';
    let at = from;
    for (const text of texts) {
      if (text.start < at || text.end > to) continue;
      written += code.slice(at, text.start) + say(text);
      at = text.end;
    }
    return written + code.slice(at, to);
  }

  function say({ key, kind, parts }: SourceText): string {
    const said = lookUp(key, dictionary, file);
    if (kind === 'string') return JSON.stringify(said);
    if (kind === 'attribute') return `{${JSON.stringify(said)}}`;
    const pieces = said.split(/(\{\w+\})/).filter(Boolean);
    const write = kind === 'template' ? writeInTemplate : writeAsChild;
    const written = pieces.map((piece) => {
      const range = parts.get(piece.slice(1, -1));
      return write(range ? { code: rewrite(...range) } : { words: piece });
    });
    return kind === 'template' ? `\`${written.join('')}\`` : written.join('');
  }
}

/** The same for what an HTML page says itself. */
export function translatePage(file: string, html: string, dictionary: Dictionary): string {
  return html.replaceAll(PAGE_TEXT, (_, before: string, text: string) => {
    return before + lookUp(text, dictionary, file);
  });
}

export const textsOfPage = (html: string): string[] =>
  [...html.matchAll(PAGE_TEXT)].map(([, , text = '']) => text);

const PAGE_TEXT = /(>\s*)([^<>\s][^<>]*\p{L}{2}[^<>]*?)(?=\s*<)/gu;

type Piece = { readonly words: string } | { readonly code: string };

const writeAsChild = (piece: Piece): string =>
  'code' in piece ? piece.code : `{${JSON.stringify(piece.words)}}`;

const writeInTemplate = (piece: Piece): string =>
  'code' in piece ? `\${${piece.code}}` : piece.words.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&');

function lookUp(key: string, dictionary: Dictionary, file: string): string {
  const said = dictionary[key];
  if (!said) throw new Error(`${file}: “${key}” is not translated; run: npm run texts`);
  return said;
}
