import type { LinkChange } from '@fairlead/contract/operations/dashboard/linkHistory';
import { Code, Text } from '@mantine/core';
import { createElement, Fragment, type ReactNode } from 'react';
import { labelOf } from '../../../api/fieldLabels.ts';
import { FolderName } from '../folders/FolderName.tsx';
import { absoluteTime, count } from '../../../parts/format.ts';
import { asText } from '../../../parts/asText.ts';

type ChangedField = LinkChange['fields'][number];

/** What became of one field, after the name of who did it: "changed Destination from … to …". */
export function ChangeSentence({ change }: { readonly change: ChangedField }) {
  const { field, before, after } = change;
  const label = <b>{nameOf(field)}</b>;
  const [was, is] = [shown(field, before), shown(field, after)];
  if (field === 'archived') {
    return after === true ? 'archived the link' : 'took the link out of the archive';
  }
  if (field === 'printed') {
    return after === true ? 'marked the link as printed' : 'said that the link is not printed';
  }
  if (isTexts(before) && isTexts(after)) return tagSentence(before, after);
  if (isLarge(change)) return sentence(verbOf(change), label);
  if (isEmpty(after)) return sentence('cleared ', label, ', which was ', was);
  if (isEmpty(before)) return sentence('set ', label, ' to ', is);
  if (typeof after === 'boolean') return sentence('turned ', label, ' ', is);
  return sentence('changed ', label, ' from ', was, ' to ', is);
}

/** What would become of one field: "Destination: from … to …". */
export function FromTo({ change }: { readonly change: ChangedField }) {
  const { field, before, after } = change;
  const label = <b>{nameOf(field)}</b>;
  if (isLarge(change)) return label;
  return sentence(label, ': from ', shown(field, before), ' to ', shown(field, after));
}

function sentence(...parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}

/** The values that do not fit into a sentence. */
export function BeforeAndAfter({ fields }: { readonly fields: readonly ChangedField[] }) {
  const large = fields.filter(isLarge);
  if (large.length === 0) return null;
  return (
    <details className="details">
      <summary>Values</summary>
      {large.map(({ field, before, after }) => (
        <div key={field}>
          <Text size="sm" c="dimmed">
            {nameOf(field)} before
          </Text>
          <Json value={before} />
          <Text size="sm" c="dimmed">
            {nameOf(field)} after
          </Text>
          <Json value={after} />
        </div>
      ))}
    </details>
  );
}

/** What each field goes back to. */
export function FieldsBefore({ fields }: { readonly fields: readonly ChangedField[] }) {
  return (
    <>
      From now on, the link has these values again:
      {fields.map(({ field, before }) => (
        <div key={field}>
          <b>{nameOf(field)}</b>: {shown(field, before)}
        </div>
      ))}
    </>
  );
}

function tagSentence(before: readonly string[], after: readonly string[]): ReactNode {
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  const parts = [
    ...(added.length > 0 ? [`added the ${tags(added)}`] : []),
    ...(removed.length > 0 ? [`removed the ${tags(removed)}`] : []),
  ];
  return parts.length > 0 ? parts.join(' and ') : 'changed the order of the tags';
}

function tags(names: readonly string[]): string {
  const word = names.length === 1 ? asText('tag') : asText('tags');
  return `${word} ${names.join(', ')}`;
}

function nameOf(field: string): string {
  return labelOf(field) ?? field;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Whether a value is more than a sentence can hold. */
function isLarge({ before, after }: ChangedField): boolean {
  return [before, after].some(
    (value) => typeof value === 'object' && value !== null && !isTexts(value),
  );
}

function verbOf({ before, after }: ChangedField): string {
  if (isEmpty(after)) return 'cleared ';
  return isEmpty(before) ? 'set ' : 'changed ';
}

function shown(field: string, value: unknown): ReactNode {
  if (isEmpty(value)) return asText('empty');
  if (typeof value === 'boolean') return value ? asText('on') : asText('off');
  if (typeof value === 'number') return count(value);
  if (field === 'folder') return createElement(FolderName, { id: String(value) });
  if (typeof value === 'string')
    return field === 'expiresAt' ? absoluteTime(value) : <bdi>{value}</bdi>;
  if (isTexts(value)) return value.length === 0 ? asText('empty') : value.join(', ');
  return JSON.stringify(value);
}

function Json({ value }: { readonly value: unknown }) {
  if (isEmpty(value)) return <Text size="sm">empty</Text>;
  return (
    <Code block tabIndex={0} style={{ overflow: 'auto', maxWidth: '100%' }}>
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}
