import { hexOf, readColour } from '@fairlead/contract/colors';
import { TextInput } from '@mantine/core';
import styles from './QrStudio.module.css';

interface ColourFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A colour as a designer gives it, or picked with what the browser has for that. */
export function ColourField({ label, value, onChange }: ColourFieldProps) {
  const colour = readColour(value);
  return (
    <TextInput
      label={label}
      value={value}
      maxLength={7}
      spellCheck={false}
      error={colour === null && 'Type a colour such as #1a2b3c.'}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      leftSectionPointerEvents="all"
      leftSection={
        <input
          type="color"
          className={styles['swatch']}
          aria-label={`Pick a colour: ${label}`}
          value={hexOf(colour ?? [0, 0, 0])}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      }
    />
  );
}
