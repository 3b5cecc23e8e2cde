import { Radio, Stack } from '@mantine/core';
import { Card } from '../../../parts/Card.tsx';
import type { LinkFormState } from './LinkFormState.ts';

/** What a new link does on a phone; an existing one keeps its type. */
export function LinkTypeField({ form }: { readonly form: LinkFormState }) {
  return (
    <Card>
      <Radio.Group label="Link type" {...form.getInputProps('type')}>
        <Stack gap="xs" mt={6}>
          <Radio
            value="dynamic"
            label="Dynamic"
            description="Opens your app where it is installed, and the destination where it is not."
          />
          <Radio
            value="unified"
            label="Unified"
            description="Sends iPhone, Android and computers each to a URL of their own."
          />
        </Stack>
      </Radio.Group>
    </Card>
  );
}
