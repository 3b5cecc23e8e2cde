import { type ScreenPath, useScreens } from '../screens.ts';

export type ShortcutName =
  | 'palette'
  | 'shortcuts'
  | 'search'
  | 'newLink'
  | 'nextRow'
  | 'previousRow'
  | 'openRow'
  | 'editLink'
  | 'copyLink'
  | ScreenPath;

interface Shortcut {
  readonly name: ShortcutName;
  readonly label: string;
  /**
   * Any of these; each is the keys to press one after another, by the names that browsers have for them. `mod+`: with Ctrl, or with
   * Cmd on a Mac.
   */
  readonly keys: readonly [readonly string[], ...(readonly string[])[]];
  /** Goes on while the key is held. */
  readonly repeats?: true;
}

interface ShortcutGroup {
  readonly name: string;
  readonly shortcuts: readonly Shortcut[];
}

/** All shortcuts, for the keys, the sheet and the palette. What one does is said by who uses `useOnShortcut`. */
export function useShortcuts(): readonly ShortcutGroup[] {
  const screens = useScreens().flatMap((group) => group.screens);
  return [
    {
      name: 'Everywhere',
      shortcuts: [
        { name: 'palette', label: 'Search and commands', keys: [['mod+k']] },
        { name: 'search', label: 'Search on this page', keys: [['/']] },
        { name: 'newLink', label: 'New link', keys: [['n']] },
        { name: 'shortcuts', label: 'Keyboard shortcuts', keys: [['?']] },
      ],
    },
    {
      name: 'List of links',
      shortcuts: [
        { name: 'nextRow', label: 'Next link', keys: [['j'], ['ArrowDown']], repeats: true },
        { name: 'previousRow', label: 'Previous link', keys: [['k'], ['ArrowUp']], repeats: true },
        { name: 'openRow', label: 'Open the link', keys: [['Enter']] },
      ],
    },
    {
      name: 'Page of a link',
      shortcuts: [
        { name: 'editLink', label: 'Edit', keys: [['e']] },
        { name: 'copyLink', label: 'Copy the short link', keys: [['c']] },
      ],
    },
    {
      name: 'Go to',
      shortcuts: screens.map(({ to, label, key }) => ({ name: to, label, keys: [['g', key]] })),
    },
  ];
}
