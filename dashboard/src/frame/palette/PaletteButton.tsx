import { Button, Group } from '@mantine/core';
import { Search } from 'lucide-react';
import { Keys } from '../shortcuts/Keys.tsx';

/** So that the palette is found without knowing its keys. */
export function PaletteButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button variant="default" size="sm" px="sm" onClick={onClick} aria-haspopup="dialog">
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
