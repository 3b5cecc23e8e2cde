import { Alert, Button, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { Users } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { FIELD_LABELS, labelOf } from '../../../api/fieldLabels.ts';
import { absoluteTime } from '../../../parts/format.ts';
import { When } from '../../../parts/When.tsx';
import type { LinkConflict } from './linkVersion.ts';
import { isSame, type LinkValues } from '../form/linkValues.ts';
import type { ForeignChange } from './rebase.ts';
import { draftTargetWords, type RuleDraft, type VariantDraft } from '../rules/routeDrafts.ts';
import { asText } from '../../../parts/asText.ts';

interface NoticeProps {
  readonly conflict: LinkConflict;
  readonly changes: readonly ForeignChange[];
  readonly values: LinkValues;
  readonly take: (changes: readonly ForeignChange[], whose: 'mine' | 'theirs') => void;
}

const LABELS: Partial<Record<keyof LinkValues, string>> = {
  otherMetadata: FIELD_LABELS.metadata,
  breakout: FIELD_LABELS.iosSocialBreakout,
};

/** What someone else has changed since the form was opened, and whose value is kept. */
export function ConflictNotice({ conflict, changes, values, take }: NoticeProps) {
  const { changedBy, changedAt } = conflict;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: 'center' });
  }, [conflict]);
  const both = changes.filter(({ mine }) => mine !== undefined);
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      role="alert"
      color="yellow"
      icon={<Users size={18} />}
      title={`${changedBy ?? 'An app or a bulk change'} has changed this link`}
      mb="lg"
    >
      <Stack gap="sm">
        <Text size="sm">
          {changedAt !== undefined && (
            <>
              It was <When at={changedAt} />.{' '}
            </>
          )}
          Your changes are not saved yet, and none are lost.{' '}
          {both.length > 0
            ? 'Where both of you changed the same field, choose which value to keep; then save again.'
            : 'You changed different fields, so both changes can be kept: save again.'}
        </Text>
        {changes.length > 0 && (
          <div className="scroll-x">
            <Table aria-label="Changes" verticalSpacing={6} className="changes">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Field</Table.Th>
                  <Table.Th>Theirs</Table.Th>
                  <Table.Th>Yours</Table.Th>
                  <Table.Th>
                    <span className="hidden">Which value to keep</span>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {changes.map((change) => (
                  <Row key={change.name} change={change} values={values} take={take} />
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
        {both.length > 1 && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => take(both, 'mine')}>
              Keep all of mine
            </Button>
            <Button size="xs" variant="default" onClick={() => take(both, 'theirs')}>
              Take all of theirs
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

function Row({
  change,
  values,
  take,
}: { readonly change: ForeignChange } & Pick<NoticeProps, 'values' | 'take'>) {
  const { name, theirs, mine } = change;
  const label = LABELS[name] ?? labelOf(name) ?? name;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={600}>
        {label}
      </Table.Th>
      <Table.Td className="break" data-label="Theirs">
        {shown(name, theirs)}
      </Table.Td>
      <Table.Td className="break" data-label="Yours">
        {mine === undefined ? 'unchanged' : shown(name, mine)}
      </Table.Td>
      <Table.Td>
        {mine !== undefined && !isSame(mine, theirs) && (
          <SegmentedControl
            size="xs"
            aria-label={`Which value to keep for ${label}`}
            data={[
              { value: 'mine', label: 'Keep mine' },
              { value: 'theirs', label: 'Take theirs' },
            ]}
            value={isSame(values[name], theirs) ? 'theirs' : 'mine'}
            onChange={(whose) => take([change], whose)}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function shown(name: keyof LinkValues, value: ForeignChange['theirs']): ReactNode {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return asText('empty');
  if (typeof value === 'boolean') return value ? asText('yes') : asText('no');
  if (Array.isArray(value)) return value.map(itemText).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  if (name === 'breakout' && value === 'project') return 'as the app is set up';
  return name === 'expiresAt' ? absoluteTime(String(value)) : <bdi>{value}</bdi>;
}

function itemText(item: string | RuleDraft | VariantDraft): string {
  if (typeof item === 'string') return item;
  const { name, to } = item;
  return `“${name}” → ${draftTargetWords(to)}`;
}
