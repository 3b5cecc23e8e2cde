import { ActionIcon, Code, CopyButton, Group } from '@mantine/core';
import { Check, Copy as CopyIcon } from 'lucide-react';

/** A button that copies a text and says so. */
export function Copy({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={(event) => {
            event.preventDefault();
            event.stopPropagation();
            copy();
          }}
          title={copied ? 'Copied' : `Copy ${label}`}
          aria-label={copied ? 'Copied' : `Copy ${label}`}
        >
          {copied ? <Check size={16} /> : <CopyIcon size={16} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

/** A value to paste somewhere else, with a copy button. */
export function CopyField({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Code className="break" style={{ flex: '0 1 auto', fontSize: '0.8125rem' }}>
        {value}
      </Code>
      <Copy value={value} label={label} />
    </Group>
  );
}
