import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { ConditionProps } from './ConditionProps.ts';

type Row = readonly [name: string, value: string];

/** Parameters of the URL that was requested; an empty value stands for any. */
export function QueryFields({ form, path, when, label }: ConditionProps) {
  // The rows keep what the object cannot: a name that is still missing.
  const [rows, setRows] = useState<readonly Row[]>(() => {
    const known = Object.entries(when.query ?? {}).map(
      ([name, value]) => [name, value ?? ''] as const,
    );
    return known.length === 0 ? [['', '']] : known;
  });
  const put = (next: readonly Row[]) => {
    setRows(next);
    const named = next.filter(([name]) => name.trim() !== '');
    form.setFieldValue(
      `${path}.query`,
      Object.fromEntries(named.map(([name, value]) => [name.trim(), value === '' ? null : value])),
    );
  };
  const error = form.errors[`${path}.query`];
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <Input.Wrapper
        label={label}
        labelElement="div"
        description="Of the URL that was opened. Leave a value empty for any."
        error={error}
      />
      {rows.map((row, index) => (
        <QueryRow
          key={index}
          row={row}
          place={index + 1}
          isWrong={error !== undefined}
          onChange={(next) => put(rows.with(index, next))}
          onRemove={rows.length > 1 ? () => put(rows.toSpliced(index, 1)) : undefined}
        />
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Plus size={14} />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setRows([...rows, ['', '']])}
      >
        Another parameter
      </Button>
    </Stack>
  );
}

interface RowProps {
  readonly row: Row;
  /** From 1. */
  readonly place: number;
  readonly isWrong: boolean;
  readonly onChange: (row: Row) => void;
  readonly onRemove: (() => void) | undefined;
}

function QueryRow({ row: [name, value], place, isWrong, onChange, onRemove }: RowProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        aria-label={`Name of query parameter ${place}`}
        placeholder="utm_source"
        value={name}
        error={isWrong}
        onChange={(event) => onChange([event.currentTarget.value, value])}
        style={{ flex: 1, minWidth: 0 }}
      />
      <TextInput
        aria-label={`Value of query parameter ${place}`}
        placeholder="any value"
        value={value}
        onChange={(event) => onChange([name, event.currentTarget.value])}
        style={{ flex: 1, minWidth: 0 }}
      />
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove query parameter ${name || place}`}
          onClick={onRemove}
        >
          <X size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}
