import { LIMITS } from '@fairlead/contract/limits';
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { Card } from '../../parts/Card.tsx';

/** How long the last link that has opened the app again is credited with events. */
export function ReengagementField(input: NumberInputProps) {
  return (
    <Card title="Credit for events">
      <NumberInput
        maw={520}
        label="Re-engagement window"
        description="Days for which events are also credited to the last link that opened the app again. They are counted apart from those of the link that brought the install. 0: not at all."
        suffix=" days"
        allowDecimal={false}
        min={0}
        max={LIMITS.reengagementDays}
        {...input}
      />
    </Card>
  );
}
