import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useRights } from '../api/project.ts';
import { Palette } from './palette/Palette.tsx';
import { useScreens } from './screens.ts';
import { ShortcutSheet } from './shortcuts/ShortcutSheet.tsx';
import { useOnShortcut } from './shortcuts/useOnShortcut.ts';
import { useShortcutKeys } from './shortcuts/useShortcutKeys.ts';

export type Overlay = 'palette' | 'shortcuts';

interface OverlaysProps {
  readonly shown: Overlay | undefined;
  readonly onShow: (overlay: Overlay | undefined) => void;
  /** From now on, keys are listened to. */
  readonly onReady: () => void;
}

/** What opens over every screen, by keys and by buttons of the frame; loaded after the first screen. */
export function Overlays({ shown, onShow, onReady }: OverlaysProps) {
  useShortcutKeys();
  useFrameShortcuts(onShow);
  useEffect(onReady, [onReady]);
  const close = () => onShow(undefined);
  return (
    <>
      <Palette
        opened={shown === 'palette'}
        onClose={close}
        onShortcuts={() => onShow('shortcuts')}
      />
      <ShortcutSheet opened={shown === 'shortcuts'} onClose={close} />
    </>
  );
}

/** The shortcuts that work on every screen. */
function useFrameShortcuts(onShow: OverlaysProps['onShow']): void {
  const navigate = useNavigate();
  const { projectId } = useParams({ strict: false });
  const { admin } = useRights();
  const screens = useScreens().flatMap((group) => group.screens);
  useOnShortcut({
    palette: () => (onShow('palette'), true),
    shortcuts: () => (onShow('shortcuts'), true),
    search: focusSearch,
    newLink: () =>
      admin &&
      projectId !== undefined &&
      navigate({ to: '/p/$projectId/links/new', params: { projectId } }),
    ...Object.fromEntries(screens.map(({ to, params }) => [to, () => navigate({ to, params })])),
  });
}

/** False where the screen has no search. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('#content input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}
