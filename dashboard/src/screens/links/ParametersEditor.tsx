import { ActionIcon, Button, Group, JsonInput, Stack, Text, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';

type Parameters = Record<string, unknown>;

interface EditorProps {
  readonly value: Parameters;
  readonly onChange: (value: Parameters) => void;
}

/** Names and texts in rows; anything deeper as JSON. */
export function ParametersEditor({ value, onChange }: EditorProps) {
  const plain = Object.values(value).every((item) => typeof item === 'string');
  const [asJson, setAsJson] = useState(!plain);
  return (
    <Stack gap="xs">
      {asJson ? (
        <JsonField value={value} onChange={onChange} />
      ) : (
        <Rows value={value} onChange={onChange} />
      )}
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
  // The rows keep what the object cannot: an unfinished name, or the same one twice.
  const [rows, setRows] = useState<[string, string][]>(() =>
    Object.entries(value).map(([name, item]) => [name, String(item)]),
  );
  const put = (next: [string, string][]) => {
    setRows(next);
    onChange(Object.fromEntries(next.filter(([name]) => name !== '')));
  };
  return (
    <>
      {rows.map(([name, text], index) => (
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={`Name of parameter ${index + 1}`}
            placeholder="screen"
            value={name}
            error={rows.some(([other], place) => place < index && other === name && name !== '')}
            onChange={(event) => put(rows.with(index, [event.currentTarget.value, text]))}
            style={{ flex: 1, minWidth: 0 }}
          />
          <TextInput
            aria-label={`Value of parameter ${index + 1}`}
            placeholder="sale"
            value={text}
            onChange={(event) => put(rows.with(index, [name, event.currentTarget.value]))}
            style={{ flex: 2, minWidth: 0 }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove parameter ${name || index + 1}`}
            onClick={() => put(rows.toSpliced(index, 1))}
          >
            <X size={16} />
          </ActionIcon>
        </Group>
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

function JsonField({ value, onChange }: EditorProps) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [error, setError] = useState<string>();
  return (
    <JsonInput
      aria-label="Parameters as JSON"
      autosize
      minRows={4}
      maxRows={18}
      formatOnBlur
      value={text}
      error={error}
      onChange={(next) => {
        setText(next);
        const parsed = parse(next);
        setError(
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
