import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** An item in a list, with its actions at the end. */
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
