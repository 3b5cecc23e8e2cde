import {
  Button,
  Group,
  Popover,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { CalendarRange } from 'lucide-react';
import { Form } from '../parts/form/Form.tsx';
import { dayName } from '../parts/format.ts';
import {
  COMPARISONS,
  type Days,
  isDay,
  type NumbersWindow,
  PERIODS,
  readNumbersWindow,
  SPANS,
} from './numbersWindow.ts';

interface WindowChoiceProps {
  readonly value: NumbersWindow;
  readonly onChange: (window: NumbersWindow) => void;
  /** False where nothing is shown beside an earlier time. */
  readonly isCompared?: boolean;
}

/** A period or days of one's own, and what they are compared with. */
export function WindowChoice({ value, onChange, isCompared = true }: WindowChoiceProps) {
  const change = (to: Partial<Record<keyof NumbersWindow, unknown>>) =>
    onChange(readNumbersWindow({ ...value, ...to }));
  const period = value.from === undefined ? (value.period ?? '30d') : '';
  return (
    <Group gap="xs">
      <SegmentedControl
        // It shows none of them as chosen only if it begins so.
        key={period === '' ? 'own' : 'period'}
        aria-label="Period"
        className="periods"
        data={PERIODS.map((each) => ({ ...each }))}
        value={period}
        onChange={(chosen) => change({ period: chosen, from: undefined, to: undefined })}
      />
      <OwnDays value={value} onChange={change} />
      {isCompared && (
        <Select
          aria-label="Compare with"
          placeholder="Compare with"
          data={COMPARISONS.map((each) => ({ ...each }))}
          value={value.compare ?? null}
          onChange={(chosen) => change({ compare: chosen })}
          clearable
          w={170}
        />
      )}
    </Group>
  );
}

interface OwnDaysProps {
  readonly value: NumbersWindow;
  readonly onChange: (days: Days) => void;
}

function OwnDays({ value, onChange }: OwnDaysProps) {
  const [opened, { close, toggle }] = useDisclosure();
  const { from = '', to = '' } = value;
  const choose = (days: Days) => {
    close();
    onChange(days);
  };
  return (
    <Popover opened={opened} onChange={close} trapFocus shadow="md" position="bottom-end">
      <Popover.Target>
        <Button
          variant={from === '' ? 'default' : 'light'}
          leftSection={<CalendarRange size={16} />}
          onClick={toggle}
        >
          {from === '' ? 'Other dates' : `${dayName(from)} – ${dayName(to)}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Other dates" w={300}>
        <SimpleGrid cols={2} spacing="xs" mb="sm">
          {SPANS.map(({ label, daysOf }) => (
            <Button
              key={label}
              variant="default"
              size="compact-md"
              onClick={() => choose(daysOf(new Date()))}
            >
              {label}
            </Button>
          ))}
        </SimpleGrid>
        <DaysForm from={from} to={to} onSend={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

function DaysForm({ from, to, onSend }: Days & { readonly onSend: (days: Days) => void }) {
  const form = useForm<Days>({
    initialValues: { from, to },
    validate: {
      from: (day) => (isDay(day) ? null : 'Choose the first day'),
      to: (day, days) => {
        if (!isDay(day)) return 'Choose the last day';
        return day < days.from ? 'Choose a day that is not before the first' : null;
      },
    },
  });
  return (
    <Form form={form} error={null} onSend={onSend}>
      <Stack gap="sm">
        <TextInput type="date" label="First day" {...form.getInputProps('from')} />
        <TextInput type="date" label="Last day" {...form.getInputProps('to')} />
        <Button type="submit">Show these days</Button>
      </Stack>
    </Form>
  );
}
