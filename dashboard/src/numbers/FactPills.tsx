import { Button, Group, Pill } from '@mantine/core';
import { type Fact, FACTS, factText } from './facts.ts';
import type { NumbersWindow } from './numbersWindow.ts';

interface FactPillsProps {
  readonly window: NumbersWindow;
  readonly onChange: (window: NumbersWindow) => void;
}

/** Of which clicks the numbers are, each removable. */
export function FactPills({ window, onChange }: FactPillsProps) {
  const chosen = FACTS.flatMap((fact) => {
    const value = window[fact];
    return value === undefined ? [] : [{ fact, text: factText(fact, value) }];
  });
  const without = (facts: readonly Fact[]) =>
    onChange(
      Object.fromEntries(
        Object.entries(window).filter(([name]) => !facts.some((fact) => fact === name)),
      ),
    );
  if (chosen.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label="Only clicks with">
      {chosen.map(({ fact, text }) => (
        <Pill
          key={fact}
          size="md"
          withRemoveButton
          onRemove={() => without([fact])}
          removeButtonProps={{
            'aria-label': `Remove ${text}`,
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {text}
        </Pill>
      ))}
      {chosen.length > 1 && (
        <Button size="compact-sm" variant="subtle" onClick={() => without(FACTS)}>
          Remove all
        </Button>
      )}
    </Group>
  );
}
