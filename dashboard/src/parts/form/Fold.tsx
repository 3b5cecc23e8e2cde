import { Text, Title } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

interface FoldProps {
  readonly title: string;
  /** What is inside, for people who leave it closed. */
  readonly about: string;
  /** Whether it is open at first. */
  readonly open: boolean;
  readonly children: ReactNode;
}

/** A card that most people leave closed. Its fields keep their values while it is closed. */
export function Fold({ title, about, open, children }: FoldProps) {
  return (
    <details className="card fold" open={open} aria-label={title}>
      <summary>
        <ChevronRight size={18} aria-hidden className="fold-arrow" />
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h3">
            {title}
          </Title>
          <Text c="dimmed" size="sm">
            {about}
          </Text>
        </div>
      </summary>
      <div style={{ paddingTop: 16 }}>{children}</div>
    </details>
  );
}
