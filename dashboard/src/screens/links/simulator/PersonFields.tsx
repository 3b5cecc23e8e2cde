import { countryName } from '@fairlead/contract/ruleWords';
import { type ComboboxItem, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { KeyboardEvent } from 'react';
import { COUNTRIES, listed } from '../rules/conditions/ListField.tsx';
import { OWN_DEVICE, type PersonValues } from './personValues.ts';

interface FieldsProps {
  readonly form: UseFormReturnType<PersonValues>;
  readonly timeZone: string;
  readonly devices: readonly ComboboxItem[];
  readonly onEnter: () => void;
}

/** What of a visitor can be made up. */
export function PersonFields({ form, timeZone, devices, onEnter }: FieldsProps) {
  // Enter would send the form around it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return;
    event.preventDefault();
    onEnter();
  };
  const text = (name: keyof PersonValues) => ({ onKeyDown, ...form.getInputProps(name) });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Select
        label="Device"
        data={[...devices, { value: OWN_DEVICE, label: 'A user agent of your own…' }]}
        allowDeselect={false}
        {...form.getInputProps('device')}
      />
      <Select
        label="Country"
        placeholder="Unknown"
        data={listed(COUNTRIES(), countryName)}
        searchable
        clearable
        {...form.getInputProps('country')}
      />
      {form.values.device === OWN_DEVICE && (
        <TextInput label="User agent" maxLength={2048} {...text('userAgent')} />
      )}
      <TextInput label="Language" placeholder="de-AT" maxLength={1024} {...text('language')} />
      <TextInput
        label="Page before"
        placeholder="news.example.com"
        maxLength={1024}
        {...text('referrer')}
      />
      <TextInput label="Query" placeholder="utm_source=mail" {...text('query')} />
      <TextInput
        type="datetime-local"
        label="Time"
        description={`${timeZone} time. Empty: now.`}
        inputWrapperOrder={['label', 'input', 'description']}
        {...text('at')}
      />
      <TextInput label="App build" placeholder="120" maxLength={32} {...text('appBuild')} />
      <TextInput
        label="Visitor"
        description="Any text stands for one visitor of the day; shares are drawn by it. Empty: none is drawn."
        inputWrapperOrder={['label', 'input', 'description']}
        placeholder="anna"
        maxLength={64}
        {...text('visitor')}
      />
    </SimpleGrid>
  );
}
