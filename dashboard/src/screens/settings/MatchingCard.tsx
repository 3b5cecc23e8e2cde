import {
  NumberInput,
  type NumberInputProps,
  Select,
  type SelectProps,
  Stack,
  Switch,
  type SwitchProps,
} from '@mantine/core';
import { Card } from '../../parts/Card.tsx';

interface Props {
  readonly matching: SelectProps;
  readonly window: NumberInputProps;
  readonly copyButton: SwitchProps;
}

/** How first opens of the app find the click that led to them. */
export function MatchingCard({ matching, window, copyButton }: Props) {
  return (
    <Card
      title="Install attribution"
      about="A click reference from the store is always used. This decides what happens without one."
    >
      <Stack maw={520}>
        <Select
          label="Match by device signals"
          description="Compares IP address, system, screen, time zone and language of the click and of the new installation. There is no match in case of doubt."
          data={[
            { value: 'on', label: 'On' },
            { value: 'consent', label: 'Only with consent: pages collect nothing' },
            { value: 'off', label: 'Off' },
          ]}
          allowDeselect={false}
          {...matching}
        />
        <NumberInput
          label="Matching window in minutes"
          description="How long after the click an install may follow: 5 to 1,440 minutes (24 hours)."
          min={5}
          max={1440}
          allowDecimal={false}
          maw={360}
          {...window}
        />
        <Switch
          label="Offer to copy the link"
          description="Pages that lead to your app get a button “Copy for after installing”. An app with a paste button then opens the link for certain, on iPhones too."
          {...copyButton}
        />
      </Stack>
    </Card>
  );
}
