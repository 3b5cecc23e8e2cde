import { LIMITS } from '@fairlead/contract/limits';
import { ActionIcon, Group, Select, Stack } from '@mantine/core';
import { ArrowUp, X } from 'lucide-react';
import { count } from '../../parts/format.ts';
import { type ChangeChoice, type EventsChoice, WINDOWS } from './eventsSearch.ts';

interface FunnelStepsProps extends Pick<EventsChoice, 'steps' | 'hours'> {
  /** Of all events that there are. */
  readonly names: readonly string[];
  readonly onChange: ChangeChoice;
}

/** The events of a funnel in their order, with room for one more, and how long the way may take. */
export function FunnelSteps({ steps, hours, names, onChange }: FunnelStepsProps) {
  const put = (next: readonly string[]) => onChange({ steps: next });
  const places = [...steps, ...(steps.length < LIMITS.funnelSteps ? [undefined] : [])];
  return (
    <Stack gap="xs" maw={520}>
      {places.map((step, place) => (
        // By its place, so that the keyboard stays in the field that it has filled.
        // oxlint-disable-next-line react/no-array-index-key -- see above
        <Group key={place} gap={4} wrap="nowrap" className="step">
          <Select
            aria-label={`Step ${count(place + 1)}`}
            placeholder={place < 2 ? 'Choose an event' : 'Add a step'}
            data={names.filter((name) => name === step || !steps.includes(name))}
            value={step ?? null}
            onChange={(name) => name !== null && put(steps.toSpliced(place, 1, name))}
            allowDeselect={false}
            searchable
            openOnFocus={false}
            nothingFoundMessage="No such event in this period"
            style={{ flex: '1 1 auto' }}
          />
          {step !== undefined && (
            <StepButtons
              step={step}
              onUp={place === 0 ? undefined : () => put(movedUp(steps, place))}
              onRemove={() => put(steps.toSpliced(place, 1))}
            />
          )}
        </Group>
      ))}
      <Select
        label="All steps within"
        data={WINDOWS.map(({ value, label }) => ({ value: String(value), label }))}
        value={String(hours)}
        onChange={(value) => onChange({ hours: Number(value) })}
        allowDeselect={false}
        w={260}
        mt="xs"
      />
    </Stack>
  );
}

const movedUp = (steps: readonly string[], place: number): string[] =>
  steps.toSpliced(place - 1, 2, steps[place]!, steps[place - 1]!);

interface StepButtonsProps {
  readonly step: string;
  readonly onUp: (() => void) | undefined;
  readonly onRemove: () => void;
}

function StepButtons({ step, onUp, onRemove }: StepButtonsProps) {
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${step} up`}
        disabled={onUp === undefined}
        onClick={onUp}
      >
        <ArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${step}`}
        onClick={({ currentTarget }) => {
          // The last button goes with its step; the field of this place stays.
          currentTarget.closest('.step')?.querySelector('input')?.focus();
          onRemove();
        }}
      >
        <X size={16} />
      </ActionIcon>
    </>
  );
}
