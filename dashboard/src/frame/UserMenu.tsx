import { ActionIcon, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import { currentUserQuery } from '../api/project.ts';
import { session } from '../api/session.ts';

const SCHEMES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'auto', label: 'As the system', icon: Monitor },
] as const;

/** The signed-in person: account, appearance, sign out. */
export function UserMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const navigate = useNavigate();
  const { data: me } = useQuery(currentUserQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = me?.user.name || me?.user.email || '';
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="light" size={32} radius="xl">
          <Text size="sm" fw={700} aria-hidden>
            {initialsOf(name)}
          </Text>
          <span className="hidden">Your account</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" className="truncate">
            {me?.user.email}
          </Text>
        </Menu.Label>
        <Menu.Item
          leftSection={<UserRound size={16} />}
          onClick={() => void navigate({ to: '/account' })}
        >
          Account and sign-ins
        </Menu.Item>
        <Menu.Item leftSection={<Keyboard size={16} />} onClick={onShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Menu.Item
            key={scheme.value}
            role="menuitemradio"
            aria-checked={colorScheme === scheme.value}
            leftSection={<scheme.icon size={16} />}
            rightSection={colorScheme === scheme.value ? '✓' : undefined}
            onClick={() => setColorScheme(scheme.value)}
          >
            {scheme.label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} />} onClick={() => void session.end()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** "AL" of Ada Lovelace. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map(([first = '']) => first.toUpperCase())
    .join('');
