import { Button, Group } from '@mantine/core';
import { Search } from 'lucide-react';
import { IS_APPLE } from '../shortcuts/isApple.ts';
import { Keys } from '../shortcuts/Keys.tsx';

const KEYS = IS_APPLE ? 'Meta+K' : 'Control+K';

interface PaletteButtonProps {
  /** Whether keys open it yet. */
  readonly listening: boolean;
  readonly onClick: () => void;
}

/** So that the palette is found without knowing its keys. */
export function PaletteButton({ listening, onClick }: PaletteButtonProps) {
  return (
    <Button
      variant="default"
      size="sm"
      px="sm"
      onClick={onClick}
      aria-haspopup="dialog"
      aria-keyshortcuts={listening ? KEYS : undefined}
    >
      <span className="hidden">Search and commands</span>
      <Search size={15} aria-hidden />
      <Group gap="xs" ml={8} wrap="nowrap" visibleFrom="md" aria-hidden>
        Search
        <span>
          <Keys keys={['mod+k']} />
        </span>
      </Group>
    </Button>
  );
}
