import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import { LinkImageField } from './LinkImageField.tsx';
import type { LinkFormState } from './LinkFormState.ts';

/** The longest texts that networks show in full (Rule: resources 7). */
const TITLE_LENGTH = 60;
const DESCRIPTION_LENGTH = 155;

interface PreviewFieldsProps {
  readonly form: LinkFormState;
  /** Whether an image is on its way. */
  readonly onUploading: (uploading: boolean) => void;
}

export function PreviewFields({ form, onUploading }: PreviewFieldsProps) {
  return (
    <Stack>
      <TextInput
        label="Title"
        {...form.getInputProps('ogTitle')}
        rightSectionWidth={64}
        rightSection={<Length text={form.values.ogTitle} most={TITLE_LENGTH} />}
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        {...form.getInputProps('ogDescription')}
        rightSectionWidth={72}
        rightSection={<Length text={form.values.ogDescription} most={DESCRIPTION_LENGTH} />}
      />
      <LinkImageField form={form} onUploading={onUploading} />
    </Stack>
  );
}

function Length({ text, most }: { readonly text: string; readonly most: number }) {
  const over = text.length > most;
  return (
    <Text
      size="xs"
      className="number"
      c={over ? 'var(--accent)' : 'dimmed'}
      title={over ? 'Networks may cut it' : ''}
    >
      {`${text.length}/${most}`}
    </Text>
  );
}
