import { ActionIcon, Button, Group, Input, JsonInput, Stack, Text, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';

type Parameters = Record<string, unknown>;
type Row = [name: string, text: string];

interface EditorProps {
  readonly value: Parameters;
  readonly onChange: (value: Parameters) => void;
}

/** Names and texts in rows; nested values as JSON. */
export function ParametersEditor({
  value,
  onChange,
  error,
}: EditorProps & { readonly error: ReactNode }) {
  const plain = Object.values(value).every((item) => typeof item === 'string');
  const [asJson, setAsJson] = useState(!plain);
  return (
    <Stack gap="xs">
      {asJson ? (
        <JsonField value={value} onChange={onChange} />
      ) : (
        <Rows value={value} onChange={onChange} />
      )}
      {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={asJson && !plain}
          onClick={() => setAsJson(!asJson)}
        >
          {asJson ? 'Edit in rows' : 'Edit as JSON'}
        </Button>
        {asJson && !plain && (
          <Text size="xs" c="dimmed">
            Numbers, lists and objects are edited as JSON.
          </Text>
        )}
      </Group>
    </Stack>
  );
}

function Rows({ value, onChange }: EditorProps) {
  // The rows keep what the object cannot: an incomplete name, or the same one twice.
  const [rows, setRows] = useState<Row[]>(() =>
    Object.entries(value).map(([name, item]) => [name, String(item)]),
  );
  const put = (next: Row[]) => {
    setRows(next);
    onChange(Object.fromEntries(next.filter(([name]) => name !== '')));
  };
  return (
    <>
      {rows.map((row, index) => (
        <Parameter
          key={index}
          row={row}
          place={index + 1}
          fault={findFault(rows, index)}
          onChange={(next) => put(rows.with(index, next))}
          onRemove={() => put(rows.toSpliced(index, 1))}
        />
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} />}
          onClick={() => setRows([...rows, ['', '']])}
        >
          Add a parameter
        </Button>
      </Group>
    </>
  );
}

interface ParameterProps {
  readonly row: Row;
  /** From 1. */
  readonly place: number;
  readonly fault: string | undefined;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
}

function Parameter({ row: [name, text], place, fault, onChange, onRemove }: ParameterProps) {
  const kept = useFault<HTMLInputElement>(fault);
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <TextInput
        aria-label={`Name of parameter ${place}`}
        placeholder="screen"
        value={name}
        {...kept}
        onChange={(event) => onChange([event.currentTarget.value, text])}
        style={{ flex: 1, minWidth: 0 }}
      />
      <TextInput
        aria-label={`Value of parameter ${place}`}
        placeholder="sale"
        value={text}
        onChange={(event) => onChange([name, event.currentTarget.value])}
        style={{ flex: 2, minWidth: 0 }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        mt={4}
        aria-label={`Remove parameter ${name || place}`}
        onClick={onRemove}
      >
        <X size={16} />
      </ActionIcon>
    </Group>
  );
}

/** What would be lost if the rows were saved as they are. */
function findFault(rows: readonly Row[], place: number): string | undefined {
  const [name = '', text = ''] = rows[place] ?? [];
  if (name === '') return text === '' ? undefined : 'Give it a name, or remove it.';
  const first = rows.findIndex(([other]) => other === name);
  return first < place ? 'Another parameter has this name.' : undefined;
}

/** A field whose error is shown beside it and prevents the form from being submitted. */
function useFault<Field extends HTMLInputElement | HTMLTextAreaElement>(fault: string | undefined) {
  const ref = useRef<Field>(null);
  useEffect(() => ref.current?.setCustomValidity(fault ?? ''), [fault]);
  return { ref, error: fault };
}

function JsonField({ value, onChange }: EditorProps) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [fault, setFault] = useState<string>();
  const kept = useFault<HTMLTextAreaElement>(fault);
  return (
    <JsonInput
      aria-label="Parameters as JSON"
      autosize
      minRows={4}
      maxRows={18}
      formatOnBlur
      value={text}
      {...kept}
      // Once left, the field has a finding of its own, which would be without words.
      validationError={fault}
      onChange={(next) => {
        setText(next);
        const parsed = parse(next);
        setFault(
          parsed === undefined
            ? 'This must be a JSON object such as {"screen": "sale"}.'
            : undefined,
        );
        if (parsed !== undefined) onChange(parsed);
      }}
    />
  );
}

function parse(text: string): Parameters | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Parameters) : undefined;
  } catch {
    return undefined;
  }
}
