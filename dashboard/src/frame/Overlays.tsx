import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useRights } from '../api/project.ts';
import { useLater } from '../parts/useLater.ts';
import { useScreens } from './screens.ts';
import { useOnShortcut } from './shortcuts/useOnShortcut.ts';
import { useShortcutKeys } from './shortcuts/useShortcutKeys.ts';

export type Overlay = 'palette' | 'shortcuts';

const load = async () => {
  const [{ Palette }, { ShortcutSheet }] = await Promise.all([
    import('./palette/Palette.tsx'),
    import('./shortcuts/ShortcutSheet.tsx'),
  ]);
  return { Palette, ShortcutSheet };
};

interface OverlaysProps {
  readonly shown: Overlay | undefined;
  readonly onShow: (overlay: Overlay | undefined) => void;
}

/** What opens over every screen, by keys and by buttons of the frame. */
export function Overlays({ shown, onShow }: OverlaysProps) {
  const [parts, need] = useLater(load);
  useEffect(() => {
    if (shown !== undefined) need();
  }, [shown, need]);
  useShortcutKeys();
  useFrameShortcuts(onShow);
  if (parts === undefined) return null;
  const close = () => onShow(undefined);
  return (
    <>
      <parts.Palette
        opened={shown === 'palette'}
        onClose={close}
        onShortcuts={() => onShow('shortcuts')}
      />
      <parts.ShortcutSheet opened={shown === 'shortcuts'} onClose={close} />
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
