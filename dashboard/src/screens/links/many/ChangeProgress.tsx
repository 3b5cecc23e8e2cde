import { Button, Modal, Progress, Stack, Text } from '@mantine/core';
import { count } from '../../../parts/format.ts';
import type { RunningChange } from './useChangeLinks.tsx';

/** How far a change of many links is. */
export function ChangeProgress({ done, total, stop }: RunningChange) {
  return (
    <Modal
      opened
      centered
      onClose={stop}
      withCloseButton={false}
      closeOnClickOutside={false}
      title="Changing links"
    >
      <Stack gap="sm">
        <Progress
          value={total === 0 ? 100 : (done / total) * 100}
          aria-label="Links done"
          size="lg"
        />
        <Text size="sm" className="number" aria-live="polite">
          {`${count(done)} of ${count(total)}`}
        </Text>
        <Text size="sm" c="dimmed">
          Keep this page open. If you stop, what is done stays done.
        </Text>
        <Button variant="default" onClick={stop}>
          Stop
        </Button>
      </Stack>
    </Modal>
  );
}
