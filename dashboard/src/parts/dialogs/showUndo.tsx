import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** Milliseconds: long enough to read it and click. */
const PATIENCE = 20_000;

/** Says what was done, and offers to undo it for some seconds. */
export function showUndo(message: string, undo: () => unknown): void {
  const id = notifications.show({
    autoClose: PATIENCE,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" className="break">
          {message}
        </Text>
        <Button
          size="xs"
          variant="default"
          style={{ flexShrink: 0 }}
          onClick={() => {
            notifications.hide(id);
            void undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
