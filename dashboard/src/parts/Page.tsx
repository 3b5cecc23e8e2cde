import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  /** One sentence: what this screen is for. */
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  /** For forms, whose fields do not need a wide card. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

/** The frame of every screen: its title, purpose, actions and content. */
export function Page({ title, about, actions, narrow = false, children }: PageProps) {
  useDocumentTitle(`${title} · Fairlead`);
  return (
    <Stack gap="lg" {...(narrow && { maw: 760 })}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0, flex: '1 1 16rem' }}>
          <Title order={1} className="break">
            {title}
          </Title>
          {about !== undefined && (
            <Text c="dimmed" size="sm" mt={4} maw={640}>
              {about}
            </Text>
          )}
        </div>
        {actions !== undefined && (
          <Group gap="xs" className="page-actions">
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Stack>
  );
}
