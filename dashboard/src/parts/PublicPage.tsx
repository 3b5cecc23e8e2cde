import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Logo } from './Logo.tsx';

interface PublicPageProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

/** The page of someone who is not signed in. */
export function PublicPage({ title, about, children }: PublicPageProps) {
  useDocumentTitle(`${title} · Fairlead`);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400} gap="lg">
        <Center>
          <Logo big />
        </Center>
        <Paper className="card" p="xl">
          <Stack gap="md">
            <div>
              <Title order={1}>{title}</Title>
              {about !== undefined && (
                <Text c="dimmed" size="sm" mt={4}>
                  {about}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  );
}
