import { Switch } from '@mantine/core';
import { useCharacterKeys } from './useCharacterKeys.ts';

/** Turns off the shortcuts that someone may set off without meaning to. */
export function CharacterKeysSwitch() {
  const [on, setOn] = useCharacterKeys();
  return (
    <Switch
      label="Single-key shortcuts"
      description="Such as / for the search. Turn them off if you dictate, or press keys by accident. Remembered in this browser."
      checked={on}
      onChange={(event) => setOn(event.currentTarget.checked)}
    />
  );
}
