import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { returnFocus } from './returnFocus.ts';

interface Question {
  /** Names the thing: "Delete the link summer?" */
  readonly title: string;
  /** The consequences, and whether it can be undone. */
  readonly text: ReactNode;
  /** The verb on the button. */
  readonly yes: string;
  readonly no?: string;
  readonly onYes: () => unknown;
  /** Called however it was closed, including by confirming. */
  readonly onClose?: () => void;
  readonly harmless?: boolean;
}

/** Asks for confirmation before something that cannot be undone. */
export function confirm(question: Question): void {
  const { title, text, yes, no = 'Cancel', onYes, onClose, harmless = false } = question;
  modals.openConfirmModal({
    title,
    children: (
      <Text size="sm" component="div" className="break">
        {text}
      </Text>
    ),
    labels: { confirm: yes, cancel: no },
    confirmProps: harmless ? {} : { color: 'red' },
    onConfirm: () => void onYes(),
    ...(onClose && { onClose }),
    onExitTransitionEnd: returnFocus(),
  });
}
