import { countryName, languageName } from '@fairlead/contract/ruleWords';
import type { RuleCondition } from '@fairlead/contract/rules';
import { type ComboboxData, MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { ConditionProps } from './ConditionProps.ts';
import { LANGUAGE } from '@fairlead/contract/language';

type ListKey = {
  [K in keyof RuleCondition]-?: NonNullable<RuleCondition[K]> extends readonly unknown[]
    ? K
    : never;
}[keyof RuleCondition];

interface ListProps extends ConditionProps {
  readonly field: ListKey;
  readonly data: ComboboxData;
  readonly description?: string;
  readonly onSearchChange?: (typed: string) => void;
}

/** A condition that is one of several values. */
export function ListField(props: ListProps) {
  const { form, path, when, field, label, data, description, onSearchChange } = props;
  const value: readonly (string | number)[] = when[field] ?? [];
  const areNumbers = field === 'weekdays' || field === 'hours';
  return (
    <MultiSelect
      label={label}
      description={description}
      placeholder={value.length === 0 ? 'Choose one or more' : ''}
      data={data}
      searchable
      selectFirstOptionOnChange
      clearSearchOnChange
      hidePickedOptions
      nothingFoundMessage="Nothing matches"
      limit={300}
      value={value.map(String)}
      error={form.errors[`${path}.${field}`]}
      {...(onSearchChange && { onSearchChange })}
      onChange={(chosen) =>
        form.setFieldValue(
          `${path}.${field}`,
          areNumbers ? chosen.map(Number).toSorted((a, b) => a - b) : chosen,
        )
      }
    />
  );
}

export function CountryList(props: ConditionProps) {
  const chosen = props.when.country ?? [];
  return (
    <ListField {...props} field="country" data={listed([...COUNTRIES(), ...chosen], countryName)} />
  );
}

/** Any language tag can be typed: `pt-BR` is in no list. */
export function LanguageList(props: ConditionProps) {
  const [typed, setTyped] = useState('');
  const chosen = props.when.language ?? [];
  const tag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})+$/.test(typed) ? [typed] : [];
  return (
    <ListField
      {...props}
      field="language"
      description="Portuguese includes Brazilian Portuguese; type pt-BR for that alone."
      data={listed(
        [...LANGUAGES(), ...chosen, ...tag],
        (code) => `${languageName(code)} (${code})`,
      )}
      onSearchChange={setTyped}
    />
  );
}

export function listed(codes: readonly string[], nameOf: (code: string) => string) {
  return [...new Set(codes)]
    .map((value) => ({ value, label: nameOf(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, LANGUAGE));
}

/** Codes of areas and for tests, which no visitor has. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

export const COUNTRIES = codesOf('region', (code) => {
  const isCurrent = new Intl.Locale(`und-${code}`).region === code;
  return isCurrent && !NO_COUNTRIES.has(code);
});
const LANGUAGES = codesOf('language', (code) => new Intl.Locale(code).language === code);

/** All codes of two letters that have a name, collected when they are first asked for. */
function codesOf(type: 'region' | 'language', isValid: (code: string) => boolean) {
  let known: readonly string[] | undefined;
  const collect = () => {
    const names = new Intl.DisplayNames([LANGUAGE], { type, fallback: 'none' });
    const alphabet = (
      type === 'region' ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' : 'abcdefghijklmnopqrstuvwxyz'
    ).split('');
    const codes = alphabet.flatMap((one) => alphabet.map((other) => one + other));
    return codes.filter((code) => names.of(code) !== undefined && isValid(code));
  };
  return () => (known ??= collect());
}
