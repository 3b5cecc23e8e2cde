import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

interface DayInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** `2026-12-31`, or nothing. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** No year before it is meant, only half typed. */
const FIRST_DAY = '2000-01-01';

/**
 * A day that takes effect as soon as it is whole. The field keeps what is typed to itself until then: a browser says "nothing" of a day that
 * is being typed, and forgets the rest of it when its value is set.
 */
export function DayInput({ value, onChange, ...input }: DayInputProps) {
  const own = useRef(value);
  const [version, setVersion] = useState(0);
  useEffect(() => {
    if (value === own.current) return;
    own.current = value;
    setVersion((before) => before + 1);
  }, [value]);
  return (
    <TextInput
      {...input}
      key={version}
      type="date"
      defaultValue={value}
      onChange={({ currentTarget: { value: day, validity } }) => {
        if (day === '' ? validity.badInput : day < FIRST_DAY) return;
        own.current = day;
        onChange(day);
      }}
    />
  );
}
