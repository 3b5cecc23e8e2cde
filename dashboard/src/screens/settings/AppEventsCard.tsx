import { LIMITS } from '@fairlead/contract/limits';
import { NumberInput, type NumberInputProps, Select, type SelectProps, Stack } from '@mantine/core';
import { Card } from '../../parts/Card.tsx';

interface Props {
  readonly revenueFrom: SelectProps;
  readonly dailyAppEvents: NumberInputProps;
}

/** What events count for that anyone can send who has the app. */
export function AppEventsCard({ revenueFrom, dailyAppEvents }: Props) {
  return (
    <Card
      title="Events said by apps"
      about="Anyone can read the publishable key in your app, and send events with it. What your server says under the same id takes their place."
    >
      <Stack maw={520}>
        <Select
          label="Revenue that is added up"
          description="What apps say is kept and shown in any case."
          data={[
            { value: 'any', label: 'Whoever says it' },
            { value: 'servers', label: 'Only what servers and event sources say' },
          ]}
          allowDeselect={false}
          {...revenueFrom}
        />
        <NumberInput
          label="Events of apps a day"
          description="All apps of the project together, by days in UTC. Further events wait on the phones until the next day. Servers are not limited. Empty: any number."
          allowDecimal={false}
          thousandSeparator=" "
          min={LIMITS.sdkEventsPerCall}
          max={LIMITS.dailyAppEvents}
          clampBehavior="none"
          {...dailyAppEvents}
        />
      </Stack>
    </Card>
  );
}
