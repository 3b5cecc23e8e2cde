import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** One thing of a list, with what can be done to it at its end. */
export function Row({
  children,
  actions,
}: {
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <Group justify="space-between" gap="sm" py="sm" wrap="nowrap" className="row">
      <div style={{ minWidth: 0, flex: 1 }}>{children}</div>
      {actions}
    </Group>
  );
}
