import { parseSync } from 'vite';
import {
  hasWord,
  isLookAlike,
  isNode,
  looksRead,
  nameOf,
  type Node,
  readAt,
} from './whatIsRead.ts';

/** A text that people read, where it stands in the source. Offsets count UTF-16 units. */
export interface SourceText {
  readonly start: number;
  readonly end: number;
  readonly kind: 'children' | 'attribute' | 'string' | 'template';
  /** What it says in English, with a name in braces for each part that is code: `Remove {host}?`. */
  readonly key: string;
  /** The code of those parts, by name. */
  readonly parts: ReadonlyMap<string, Range>;
}
type Range = readonly [start: number, end: number];

/** Words, and code between them. */
type Piece = string | Node;

const NEVER: ReadonlySet<string> = new Set(['ImportDeclaration', 'ExportAllDeclaration']);
/** Its strings are what printers read. */
const WITHOUT_TEXTS = /\/writePdf\.ts$/;

/** Every text of a source file that people read, as they stand there; outer ones come before those inside of them. */
export function findTexts(file: string, code: string): SourceText[] {
  const texts: SourceText[] = [];
  const add = (
    kind: SourceText['kind'],
    { start, end }: Pick<Node, 'start' | 'end'>,
    pieces: readonly Piece[],
  ): void => {
    const text = { start, end, kind, ...compose(pieces) };
    if (!isLookAlike(text.key)) texts.push(text);
  };
  if (WITHOUT_TEXTS.test(file)) return texts;
  visit(parseSync(file, code).program as unknown as Node, undefined, undefined);
  return texts.toSorted((a, b) => a.start - b.start || b.end - a.end);

  /** `isRead`: whether people read a string at this place, where that is known whatever it looks like. */
  function visit(node: Node, parent: Node | undefined, isRead: boolean | undefined): void {
    if (NEVER.has(node.type) || (node.type.startsWith('TS') && !('expression' in node))) return;
    const found = SAID[node.type]?.(node, parent, isRead);
    if (found) add(found.kind, found.around ?? node, found.pieces);
    // Code inside of a text is read with it; that inside of a template that is none is not.
    const within = node.type === 'TemplateLiteral' ? found !== undefined : isRead;
    for (const [field, child] of Object.entries(node)) {
      for (const each of Array.isArray(child) ? child : [child]) {
        if (isNode(each)) visit(each, node, readAt({ node, field, child: each, isRead: within }));
      }
    }
  }
}

interface Found {
  readonly kind: SourceText['kind'];
  readonly pieces: readonly Piece[];
  /** Where it stands, if that is not the whole node. */
  readonly around?: Pick<Node, 'start' | 'end'>;
}

/** What a node of each type says itself. */
const SAID: Readonly<
  Record<
    string,
    (node: Node, parent: Node | undefined, isRead: boolean | undefined) => Found | undefined
  >
> = {
  Literal({ value }, parent, isRead) {
    if (typeof value !== 'string' || !hasWord(value)) return undefined;
    const kind = parent?.type === 'JSXAttribute' ? 'attribute' : 'string';
    return (isRead ?? looksRead(value)) ? { kind, pieces: [value] } : undefined;
  },
  TemplateLiteral(node, _, isRead) {
    const pieces = piecesOfTemplate(node);
    const words = pieces.map((piece) => (typeof piece === 'string' ? piece : '0')).join('');
    const read = hasWord(words) && (isRead ?? looksRead(words));
    return read ? { kind: 'template', pieces } : undefined;
  },
  JSXElement: childrenOf,
  JSXFragment: childrenOf,
};

function childrenOf(node: Node): Found | undefined {
  const children = node['children'] as Node[];
  const [first, last] = [children[0], children.at(-1)];
  const pieces = piecesOfChildren(children);
  const isText = pieces.some((piece) => typeof piece === 'string' && hasWord(piece));
  if (!first || !last || !isText) return undefined;
  return { kind: 'children', pieces, around: { start: first.start, end: last.end } };
}

/** A text and its parts of code, each named after what it is: `{host}`. */
function compose(pieces: readonly Piece[]): Pick<SourceText, 'key' | 'parts'> {
  const parts = new Map<string, Range>();
  const key = pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    const name = nameOfPart(piece);
    const free = [name, ...Array.from({ length: 20 }, (_, n) => `${name}${n + 2}`)];
    const own = free.find((each) => !parts.has(each))!;
    parts.set(own, [piece.start, piece.end]);
    return `{${own}}`;
  });
  return { key: key.join(''), parts };
}

function piecesOfTemplate(node: Node): Piece[] {
  const code = node['expressions'] as Node[];
  return (node['quasis'] as { value: { cooked: string } }[]).flatMap(({ value }, place) => [
    value.cooked,
    ...code.slice(place, place + 1),
  ]);
}

/** Children of an element, white space as JSX has it. Strings in braces are words too. */
function piecesOfChildren(children: readonly Node[]): Piece[] {
  const pieces: Piece[] = [];
  for (const child of children) {
    const words = wordsOf(child);
    const last = pieces.at(-1);
    if (words === undefined) pieces.push(child);
    else if (typeof last === 'string') pieces[pieces.length - 1] = last + words;
    else if (words !== '') pieces.push(words);
  }
  return pieces;
}

function wordsOf(child: Node): string | undefined {
  if (child.type === 'JSXText') {
    const lines = String(child['value']).split('\n');
    const kept = lines.map((line, n) => {
      const begun = n === 0 ? line : line.trimStart();
      return n === lines.length - 1 ? begun : begun.trimEnd();
    });
    return kept.filter(Boolean).join(' ');
  }
  const inner = child.type === 'JSXExpressionContainer' ? (child['expression'] as Node) : child;
  return inner.type === 'Literal' && typeof inner['value'] === 'string'
    ? inner['value']
    : undefined;
}

/** `counted(links, …)` is `links`, `domain.host` is `host`, an element is named as its component. */
function nameOfPart(node: Node): string {
  const { type } = node;
  if (type === 'JSXExpressionContainer') return nameOfPart(node['expression'] as Node);
  if (type === 'JSXElement') return nameOf((node['openingElement'] as Node)['name']);
  const [first] = type === 'CallExpression' ? (node['arguments'] as Node[]) : [];
  const name = first ? nameOfPart(first) : nameOf(node);
  return /\w+$/.exec(name)?.[0] ?? 'part';
}
