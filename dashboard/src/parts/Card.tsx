import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface CardProps {
  readonly title?: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen with its own heading. */
export function Card({ title, about, actions, children }: CardProps) {
  return (
    <section className="card" aria-label={title}>
      {title !== undefined && (
        <Group justify="space-between" align="flex-start" gap="xs" mb="sm">
          <div style={{ minWidth: 0, flex: '1 1 12rem' }}>
            <Title order={2}>{title}</Title>
            {about !== undefined && (
              <Text c="dimmed" size="sm" mt={2}>
                {about}
              </Text>
            )}
          </div>
          {actions}
        </Group>
      )}
      {children}
    </section>
  );
}
