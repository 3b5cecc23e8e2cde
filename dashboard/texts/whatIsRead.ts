/** A node of the syntax tree. Which other fields it has follows from its type. */
export interface Node extends Record<string, unknown> {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
/** Of attributes and properties of these names people read the value, whatever it looks like. */
const READ = new Set(
  'about alt aria-label data-label description done error hint label message no nothingFoundMessage placeholder rest save text title yes'.split(
    ' ',
  ),
);
/** Of these they never do. */
const UNREAD = new Set(
  'accept as autoComplete autocomplete className color dataKey event flex font fontFamily fontFamilyMonospace href inputMode key method params pattern queryKey role src style to transform type variant'.split(
    ' ',
  ),
);
/** Calls whose arguments people read, and calls whose arguments they never do. */
const READ_CALLS = /^(?:asText|counted|counts|joined)$/;
const UNREAD_CALLS =
  /^(?:lazyRouteComponent|(?:Type)?Error|RegExp|Set|\w+\.(?:addEventListener|closest|endsWith|getItem|includes|matches|querySelector|querySelectorAll|setItem|split|startsWith|waitFor))$/;

/** Strings that look as if people read them: names of keys, of fonts, of what programs say to each other. */
const LOOK_ALIKES = new Set([
  '0 auto',
  'Arrow',
  'Bearer {token}',
  'declined',
  'Enter',
  'Escape',
  'fairlead session',
  'fairlead signed in',
  'Helvetica, Arial, sans-serif',
  'new {made}',
  'svg.recharts-surface, svg',
  'the link itself',
]);
/** Where a string stands: in which field of which node, and what is known of that node itself. */
interface Place {
  readonly node: Node;
  readonly field: string;
  readonly child: Node;
  readonly isRead: boolean | undefined;
}

const asAround = ({ isRead }: Place): boolean | undefined => isRead;
const inChildren = ({ child }: Place): true | undefined =>
  child.type === 'JSXExpressionContainer' || undefined;
const inCall = ({ node, child }: Place): boolean | undefined => {
  const callee = nameOf(node['callee']);
  if (UNREAD_CALLS.test(callee)) return false;
  return (READ_CALLS.test(callee) && child.type === 'Literal') || undefined;
};

/** By the type of the node around it, whether people read a string; where there is none, it depends on what it looks like. */
const RULES: Readonly<Record<string, (place: Place) => boolean | undefined>> = {
  JSXElement: inChildren,
  JSXFragment: inChildren,
  JSXAttribute: ({ node, field }) => field === 'value' && isReadName(nameOf(node['name'])),
  Property: ({ node, field }) => field === 'value' && isReadName(nameOf(node['key'])),
  TemplateLiteral: asAround,
  JSXExpressionContainer: asAround,
  ArrayExpression: asAround,
  LogicalExpression: asAround,
  ReturnStatement: asAround,
  TSAsExpression: asAround,
  TSSatisfiesExpression: asAround,
  ConditionalExpression: ({ field, isRead }) => (field === 'test' ? undefined : isRead),
  MemberExpression: ({ field }) => (field === 'property' ? false : undefined),
  BinaryExpression: ({ node, isRead }) => (node['operator'] === '+' ? isRead : false),
  SwitchCase: ({ field }) => (field === 'test' ? false : undefined),
  CallExpression: inCall,
  NewExpression: inCall,
};

/** Whether people read a string at this place; undefined if it depends on what it looks like. */
export const readAt = (place: Place): boolean | undefined => RULES[place.node.type]?.(place);

const isReadName = (name: string): boolean | undefined =>
  READ.has(name) || (UNREAD.has(name) ? false : undefined);

export const hasWord = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !/^[#./]\S*$/.test(text);

/** Whether a string has the look of what people read: a sentence, a word with a capital, several words. Styles and addresses have not. */
export function looksRead(text: string): boolean {
  if (/^\P{L}*\p{Lu}.*\s.*[.!?…:]$/su.test(text)) return true;
  if (/[#{}=<>|]|;\S|\d(?:px|r?em|fr)\b|\w\(|^[\w.-]*(?:\/|:(?!\d))\S/.test(text)) return false;
  return /^\P{L}*\p{Lu}\p{Ll}+$/u.test(text) || /\p{L}{2}[\p{L}’']*[,.:]?\s|\s\p{L}{2}/u.test(text);
}

/** Whether a text is none after all. */
export const isLookAlike = (key: string): boolean =>
  LOOK_ALIKES.has(key) || /^\w+ (?:asc|desc)$/.test(key);

/** `a.b` of such an expression; empty for others. */
export function nameOf(value: unknown): string {
  if (!isNode(value)) return '';
  const { type, name, property, object } = value;
  if (type === 'Literal') return String(value['value']);
  if (type === 'MemberExpression')
    return value['computed'] === true ? '' : `${nameOf(object)}.${nameOf(property)}`;
  if (type === 'ChainExpression' || type === 'TSNonNullExpression')
    return nameOf(value['expression']);
  return typeof name === 'string' ? name : '';
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
