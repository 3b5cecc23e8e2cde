import { Button, Group, Kbd } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useLater } from '../../parts/useLater.ts';

const load = () => import('./Palette.tsx').then((module) => module.Palette);

/** The button that opens the palette, and the palette. */
export function OpenPalette() {
  const [Palette, need] = useLater(load);
  const [opened, { open, close }] = useDisclosure(false);
  const show = () => {
    need();
    open();
  };
  useHotkeys([['mod+K', show]], []);
  return (
    <>
      <Button variant="default" size="sm" px="sm" onClick={show} aria-haspopup="dialog">
        <span className="hidden">Search and commands</span>
        <Search size={15} aria-hidden />
        <Group gap="xs" ml={8} wrap="nowrap" visibleFrom="md" aria-hidden>
          Search
          <Kbd size="xs">Ctrl K</Kbd>
        </Group>
      </Button>
      {Palette && <Palette opened={opened} onClose={close} onShortcuts={() => {}} />}
    </>
  );
}
