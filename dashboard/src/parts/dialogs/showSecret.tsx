import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { CopyField } from '../Copy.tsx';

/** Shows a secret once; only its button closes it, not an accidental click outside. */
export function showSecret(title: string, secret: string, label = 'the key'): void {
  const id = modals.open({
    title,
    closeOnClickOutside: false,
    closeOnEscape: false,
    children: (
      <Stack>
        <Text size="sm">Copy it to a safe place now. It is not shown again.</Text>
        <CopyField value={secret} label={label} />
        <Button onClick={() => modals.close(id)}>I have copied it</Button>
      </Stack>
    ),
  });
}
