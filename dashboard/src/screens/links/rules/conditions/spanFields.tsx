import { Group, Input, NumberInput, TagsInput, Text, TextInput } from '@mantine/core';
import { FIELD_LABELS } from '../../../../api/fieldLabels.ts';
import type { ConditionProps } from './ConditionProps.ts';
import { inputInZone, momentInZone } from './zonedTime.ts';
import { NUMBER_MARKS } from '../../../../parts/numberMarks.ts';

/** Hosts of the page that the visitor comes from. */
export function HostField({ form, path, when, label }: ConditionProps) {
  return (
    <TagsInput
      label={label}
      description="Its host, such as news.example.com, or *.example.com for all below it. Press Enter after each."
      placeholder={when.referrer?.length ? '' : 'news.example.com'}
      splitChars={[',', ' ']}
      acceptValueOnBlur
      value={[...(when.referrer ?? [])]}
      error={form.errors[`${path}.referrer`]}
      onChange={(hosts) => form.setFieldValue(`${path}.referrer`, hosts)}
    />
  );
}

export function ShareField({ form, path, label }: ConditionProps) {
  return (
    <NumberInput
      label={label}
      description="Of the visitors who fit everything else. A visitor fits until midnight UTC, or not."
      suffix="%"
      min={1}
      max={100}
      decimalScale={2}
      decimalSeparator={NUMBER_MARKS.decimalSeparator}
      maw={360}
      {...form.getInputProps(`${path}.share`)}
    />
  );
}

/** Both ends of a range, either of which may be left empty. */
function Ends({
  label,
  description,
  error,
  children,
}: {
  readonly label: string;
  readonly description?: string | undefined;
  readonly error: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  return (
    <div role="group" aria-label={label}>
      <Group gap="xs" align="flex-start" grow preventGrowOverflow={false}>
        {children}
      </Group>
      {description !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          {description}
        </Text>
      )}
      {error !== undefined && (
        <Input.Error role="alert" mt={4}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}

const ENDS = [
  { end: 'min', text: 'from' },
  { end: 'max', text: 'up to' },
] as const;

export function VersionFields({
  form,
  path,
  when,
  label,
  field,
  placeholder,
  description = 'Both ends are included: up to 17 includes 17.4.',
}: ConditionProps & {
  readonly field: 'osVersion' | 'appBuild';
  readonly placeholder: string;
  readonly description?: string;
}) {
  const whole = `${path}.${field}`;
  const range = when[field] ?? {};
  const error = form.errors[whole];
  return (
    <Ends label={label} description={description} error={error}>
      {ENDS.map(({ end, text }) => (
        <TextInput
          key={end}
          label={`${label} ${text}`}
          placeholder={placeholder}
          inputMode="decimal"
          error={error !== undefined}
          value={range[end] ?? ''}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue(whole, { ...range, [end]: value.trim() })
          }
        />
      ))}
    </Ends>
  );
}

/** From one moment to another, in the time zone of the project. */
export function WindowFields({ form, path, when, label, timeZone }: ConditionProps) {
  return (
    <Ends
      label={label}
      description={`In the time zone of the project, ${timeZone}.`}
      error={undefined}
    >
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="datetime-local"
          label={FIELD_LABELS[`when.${end}`]}
          error={form.errors[`${path}.${end}`]}
          value={when[end] ? inputInZone(when[end], timeZone) : ''}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue(`${path}.${end}`, value === '' ? '' : momentInZone(value, timeZone))
          }
        />
      ))}
    </Ends>
  );
}
