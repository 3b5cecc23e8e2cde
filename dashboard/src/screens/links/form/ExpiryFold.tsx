import { NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { FIELD_LABELS } from '../../../api/fieldLabels.ts';
import { Fold } from '../../../parts/form/Fold.tsx';
import type { LinkFormState } from './LinkFormState.ts';
import type { LinkValues } from './linkValues.ts';
import { NUMBER_MARKS } from '../../../parts/numberMarks.ts';

/** When a link ends, where visitors go then, and whether lists show it. */
export function ExpiryFold({
  form,
  initial,
}: {
  readonly form: LinkFormState;
  readonly initial: LinkValues;
}) {
  const { expiresAt, expiresAfterClicks, archived } = initial;
  return (
    <Fold
      title="Expiry and archive"
      about="When the link stops working, and whether lists show it."
      open={expiresAt !== '' || expiresAfterClicks !== '' || archived}
    >
      <Stack>
        <TextInput
          type="datetime-local"
          label={FIELD_LABELS.expiresAt}
          description="In your time zone. Empty: never."
          maw={320}
          {...form.getInputProps('expiresAt')}
        />
        <NumberInput
          label={FIELD_LABELS.expiresAfterClicks}
          description="Clicks by people, whichever comes first. It takes a few seconds until all servers know. Empty: however many."
          min={1}
          allowDecimal={false}
          {...NUMBER_MARKS}
          maw={320}
          {...form.getInputProps('expiresAfterClicks')}
        />
        <TextInput
          label={FIELD_LABELS.expiredUrl}
          description="Where visitors go once the link has expired; the numbers stay. Empty: a “not found” page."
          placeholder="https://example.com/sale-is-over"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('expiredUrl')}
        />
        <Switch
          label={FIELD_LABELS.archived}
          description="Left out of the list of links unless you ask for it. The link works as before."
          {...form.getInputProps('archived', { type: 'checkbox' })}
        />
      </Stack>
    </Fold>
  );
}
