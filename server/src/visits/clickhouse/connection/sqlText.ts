import type { TimeRange } from '#platform/lib/timeRange.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import type { ClickScope } from '../../numbers/ClickStore.ts';

/*
 * Values as text of a statement: parameters travel in the URL, where a list of links would be too long. Each is checked.
 */

/** Whose clicks a statement is about. */
export function ofScope({ project, link }: ClickScope): string {
  return link ? ofLinks([{ ...link, projectId: project.id }]) : ofProject(project.id);
}

export function ofProject(id: string): string {
  return `project_id = ${uuidLiteral(id)}`;
}

/** Rows lie in the order of both columns. */
export function ofLinks(
  links: readonly { readonly projectId: string; readonly key: number }[],
): string {
  const pairs = links.map(({ projectId, key }) => {
    if (!Number.isSafeInteger(key) || key < 0) throw new RangeError(`${key} is no key of a link`);
    return `(${uuidLiteral(projectId)}, ${key})`;
  });
  return `(project_id, link_key) IN (${pairs.join(', ')})`;
}

/** A column within a half-open range; true where it has no bounds. */
export function within(column: string, { from, to }: TimeRange): string {
  const bounds = [
    ...(from ? [`${column} >= ${timeLiteral(from)}`] : []),
    ...(to ? [`${column} < ${timeLiteral(to)}`] : []),
  ];
  return bounds.length === 0 ? 'true' : bounds.join(' AND ');
}

export function timeLiteral(time: Date): string {
  return `fromUnixTimestamp64Milli(${time.getTime()}, 'UTC')`;
}

/** Of at least one id. */
export function uuidList(ids: readonly string[]): string {
  return `(${ids.map(uuidLiteral).join(', ')})`;
}

export function uuidLiteral(id: string): string {
  if (!UUID_PATTERN.test(id)) throw new RangeError(`${id} is no id`);
  return `toUUID('${id}')`;
}

export function textLiteral(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}

/** Bytes of a list: several fit into a statement, which has at most 256 KB. */
const LIST_BYTES = 64 * 1024;

/** Texts for `IN (…)`, as few lists of them as will do. */
export function textLists(texts: readonly string[]): string[] {
  const lists: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const literal = textLiteral(text);
    const bytes = Buffer.byteLength(literal) + 2;
    if (bytes > room) {
      lists.push([]);
      room = LIST_BYTES;
    }
    lists.at(-1)!.push(literal);
    room -= bytes;
  }
  return lists.map((list) => list.join(', '));
}
