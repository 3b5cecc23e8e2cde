import { saidBySql } from '../../clicks/facts/events.ts';
import type { EventSelection } from '../../numbers/events/deletions.ts';
import { textLists, textLiteral, timeLiteral, uuidLiteral, within } from '../connection/sqlText.ts';

/** A condition on `events`: whether a row is among these of its project. */
export function isSelected(selection: EventSelection): string {
  const { range, names, saidBy, source, receivedUntil } = selection;
  const conditions = [
    within('at', range),
    ...(names ? [isAmong('name', names)] : []),
    ...(saidBy === undefined ? [] : [`${saidBySql('events')} = ${textLiteral(saidBy)}`]),
    ...(source === undefined
      ? []
      : [
          `coalesce(source_id = ${uuidLiteral(source.id)}, startsWith(event_id, ${textLiteral(source.prefix)}))`,
        ]),
    ...(receivedUntil ? [`received_at <= ${timeLiteral(receivedUntil)}`] : []),
  ];
  return `(${conditions.join(' AND ')})`;
}

export function isAmong(column: string, texts: readonly string[]): string {
  const lists = textLists([...new Set(texts)]).map((list) => `${column} IN (${list})`);
  return lists.length === 0 ? 'false' : `(${lists.join(' OR ')})`;
}
