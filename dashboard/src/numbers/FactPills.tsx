import { Button, Group } from '@mantine/core';
import { RemovablePill } from '../parts/RemovablePill.tsx';
import { factText } from './facts.ts';
import { type Fact, FACTS } from './factsOfUrl.ts';
import { type NumbersWindow, readNumbersWindow } from './numbersWindow.ts';

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
      readNumbersWindow({
        ...window,
        ...Object.fromEntries(facts.map((fact) => [fact, undefined])),
      }),
    );
  if (chosen.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label="Only clicks with">
      {chosen.map(({ fact, text }) => (
        <RemovablePill
          key={fact}
          text={text}
          removal={`Remove ${text}`}
          onRemove={() => without([fact])}
        />
      ))}
      {chosen.length > 1 && (
        <Button size="compact-sm" variant="subtle" onClick={() => without(FACTS)}>
          Remove all
        </Button>
      )}
    </Group>
  );
}
