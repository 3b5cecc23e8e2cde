import type { ProjectSettings } from '@fairlead/contract/operations/dashboard/projects';
import { Button, Group, Stack, Text } from '@mantine/core';
import { AndroidForm } from '../apps/AndroidForm.tsx';
import { IosForm } from '../apps/IosForm.tsx';

export function PlatformStep({
  settings,
  onLater,
}: {
  readonly settings: ProjectSettings;
  readonly onLater: () => void;
}) {
  return (
    <Stack>
      <Text size="sm">
        iOS and Android open your app for your links once they know it. Each field is checked while
        you fill it in.
      </Text>
      <IosForm settings={settings} />
      <AndroidForm settings={settings} />
      <Group>
        <Button variant="default" onClick={onLater}>
          Skip for now
        </Button>
      </Group>
    </Stack>
  );
}
