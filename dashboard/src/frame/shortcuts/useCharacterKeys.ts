import { useLocalStorage } from '@mantine/hooks';

/**
 * Whether keys without Ctrl or Cmd do something, and a setter: whoever dictates, or hits keys by accident, must be able to turn them
 * off (WCAG 2.1.4). Kept in this browser; where it forbids storage, until the page is left.
 */
export function useCharacterKeys() {
  const [on, setOn] = useLocalStorage({
    key: 'fairlead.characterKeys',
    defaultValue: true,
    getInitialValueInEffect: false,
    // Storage may contain anything.
    deserialize: (stored) => stored !== 'false',
  });
  return [on, setOn] as const;
}
