import { AppShell, Burger, Group, ScrollArea } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Outlet, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { Logo } from '../parts/Logo.tsx';
import { useLater } from '../parts/useLater.ts';
import { Navigation } from './Navigation.tsx';
import { Offline } from './Offline.tsx';
import type { Overlay } from './Overlays.tsx';
import { PaletteButton } from './palette/PaletteButton.tsx';
import { ProjectSwitcher } from './ProjectSwitcher.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { UserMenu } from './UserMenu.tsx';

const load = () => import('./Overlays.tsx').then((module) => module.Overlays);

/** What surrounds every signed-in screen. */
export function Frame() {
  const [open, { toggle, close }] = useDisclosure(false);
  const [Overlays, need] = useLater(load);
  const [listening, { open: listen }] = useDisclosure(false);
  const [overlay, setOverlay] = useState<Overlay>();
  const show = (next: Overlay | undefined) => {
    if (next !== undefined) need();
    setOverlay(next);
  };
  const burger = useRef<HTMLButtonElement>(null);
  const leave = () => {
    if (!open) return;
    close();
    burger.current?.focus();
  };
  useHotkeys([['Escape', leave]], []);
  // Everything in the menu belongs to a project.
  const empty = useParams({ strict: false }).projectId === undefined;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{
        width: 232,
        breakpoint: 'sm',
        collapsed: { mobile: !open || empty, desktop: empty },
      }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a href="#content" className="skip">
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          {!empty && (
            <Burger
              ref={burger}
              opened={open}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={open ? 'Close the menu' : 'Open the menu'}
              aria-expanded={open}
            />
          )}
          <Logo />
          <ProjectSwitcher />
          <div style={{ flex: 1 }} />
          <PaletteButton listening={listening} onClick={() => show('palette')} />
          <UserMenu onShortcuts={() => show('shortcuts')} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label="Project" className={open ? undefined : 'menu-closed'}>
        <ScrollArea p="sm" style={{ flex: 1 }}>
          <Navigation onChosen={close} />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} style={{ outline: 'none' }}>
        <div style={{ maxWidth: 1180, margin: '0 auto' }}>
          <Offline />
          <Outlet />
        </div>
      </AppShell.Main>
      {Overlays && <Overlays shown={overlay} onShow={show} onReady={listen} />}
      <SignInAgain />
    </AppShell>
  );
}
