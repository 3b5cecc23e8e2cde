import { Stack, Text } from '@mantine/core';
import { MenuLink } from '../parts/links.tsx';
import { useScreens } from './screens.ts';

/** The places to go in a project; nothing without one. */
export function Navigation({ onChosen }: { readonly onChosen: () => void }) {
  return (
    <Stack gap="md">
      {useScreens().map((group) => (
        <div key={group.name ?? 'work'}>
          {group.name !== undefined && (
            <Text size="xs" c="dimmed" fw={600} px="xs" mb={4}>
              {group.name}
            </Text>
          )}
          {group.screens.map((screen) => (
            <MenuLink
              key={screen.to}
              to={screen.to}
              params={screen.params}
              label={screen.label}
              leftSection={<screen.icon size={17} aria-hidden />}
              activeProps={{ active: true, 'aria-current': 'page' }}
              onClick={onChosen}
              style={{ borderRadius: 8 }}
            />
          ))}
        </div>
      ))}
    </Stack>
  );
}
