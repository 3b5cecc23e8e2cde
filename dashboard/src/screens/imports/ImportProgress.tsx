import type { Counts } from '@fairlead/imports/runImport';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { Card } from '../../parts/Card.tsx';
import { count } from '../../parts/format.ts';
import { countsText } from './countsText.ts';

interface ProgressProps {
  readonly counts: Counts;
  /** Rows of the file. */
  readonly total: number;
  readonly onStop: () => void;
}

/** The progress of a running import. */
export function ImportProgress({ counts, total, onStop }: ProgressProps) {
  return (
    <Card title="Importing">
      <Stack>
        <Progress value={(counts.rows / Math.max(total, 1)) * 100} aria-label="Rows done" />
        <Text size="sm" aria-live="polite">
          {`${countsText(counts)} (${count(counts.rows)} of ${count(total)} rows) …`}
        </Text>
        <Text size="sm" c="dimmed">
          Keep this page open. If it is closed, import the same file again: no link is created
          twice.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onStop}>
            Stop import
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
