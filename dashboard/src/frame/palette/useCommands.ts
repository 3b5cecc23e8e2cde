import { useNavigate, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Boxes, Keyboard, LogOut, Plus, UserRound } from 'lucide-react';
import { projectsQuery, useRights } from '../../api/project.ts';
import { session } from '../../api/session.ts';
import { useScreens } from '../screens.ts';
import { useCharacterKeys } from '../shortcuts/useCharacterKeys.ts';
import { type ShortcutName, useShortcuts } from '../shortcuts/useShortcuts.ts';
import { type Entry, type EntryGroup, narrow } from './Entry.ts';

/** Nobody reads through more; typing finds the others. */
const MAX_PROJECTS = 6;

/** Everything in the palette but links: screens, what can be done anywhere, other projects. */
export function useCommands(text: string, onShortcuts: () => void): readonly EntryGroup[] {
  const navigate = useNavigate();
  const { projectId } = useParams({ strict: false });
  const { data } = useQuery(projectsQuery);
  const keysOf = useKeysOf();
  const creating = useCreating(keysOf('newLink'));
  const screens: Entry[] = useScreens()
    .flatMap((group) => group.screens)
    .map(({ to, params, label, icon }) => ({
      id: to,
      label,
      icon,
      keys: keysOf(to),
      run: () => navigate({ to, params }),
    }));
  const account: Entry = {
    id: 'account',
    label: 'Account and sign-ins',
    words: 'profile password sessions',
    icon: UserRound,
    run: () => navigate({ to: '/account' }),
  };
  const shortcuts: Entry = { ...SHORTCUTS, keys: keysOf('shortcuts'), run: onShortcuts };
  const others: Entry[] = (data?.projects ?? [])
    .filter(({ id }) => id !== projectId)
    .map(({ id, name }) => ({
      id,
      label: name,
      words: 'switch project',
      icon: Boxes,
      run: () => navigate({ to: '/p/$projectId/links', params: { projectId: id } }),
    }));
  return [
    { name: 'Go to', entries: narrow(screens, text) },
    { name: 'Actions', entries: narrow([...creating, account, shortcuts, SIGN_OUT], text) },
    { name: 'Switch to project', entries: narrow(others, text).slice(0, MAX_PROJECTS) },
  ];
}

const SHORTCUTS = {
  id: 'shortcuts',
  label: 'Keyboard shortcuts',
  words: 'keys help',
  icon: Keyboard,
} as const;

const SIGN_OUT: Entry = {
  id: 'sign-out',
  label: 'Sign out',
  words: 'log out leave',
  icon: LogOut,
  run: () => session.end(),
};

/** The keys of a shortcut, unless this person has turned them off. */
function useKeysOf() {
  const shortcuts = useShortcuts().flatMap((group) => group.shortcuts);
  const [on] = useCharacterKeys();
  return (wanted: ShortcutName) =>
    on ? shortcuts.find(({ name }) => name === wanted)?.keys[0] : undefined;
}

function useCreating(keys: Entry['keys']): Entry[] {
  const navigate = useNavigate();
  const { projectId } = useParams({ strict: false });
  const { admin } = useRights();
  const project: Entry = {
    id: 'new-project',
    label: 'New project',
    words: 'create',
    icon: Plus,
    run: () => navigate({ to: '/new-project' }),
  };
  if (!admin || projectId === undefined) return [project];
  const link: Entry = {
    id: 'new-link',
    label: 'New link',
    keys,
    words: 'create',
    icon: Plus,
    run: () => navigate({ to: '/p/$projectId/links/new', params: { projectId } }),
  };
  return [link, project];
}
