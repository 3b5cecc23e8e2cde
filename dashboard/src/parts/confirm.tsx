import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

interface Question {
  /** Names the thing: "Delete the link summer?" */
  readonly title: string;
  /** What follows from it, and whether it can be undone. */
  readonly text: ReactNode;
  /** The verb on the button. */
  readonly yes: string;
  readonly onYes: () => unknown;
  readonly harmless?: boolean;
}

/** Asks before something that cannot be undone. */
export function confirm({ title, text, yes, onYes, harmless = false }: Question): void {
  modals.openConfirmModal({
    title,
    children: (
      <Text size="sm" component="div" className="break">
        {text}
      </Text>
    ),
    labels: { confirm: yes, cancel: 'Cancel' },
    confirmProps: harmless ? {} : { color: 'red' },
    onConfirm: () => void onYes(),
  });
}
