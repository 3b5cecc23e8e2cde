import { Group, Text } from '@mantine/core';
import { Card } from '../parts/Card.tsx';
import { count, percent } from '../parts/format.ts';

interface TopListProps {
  readonly title: string;
  /** Values with how often each occurred. */
  readonly entries: readonly { readonly name: string | null; readonly clicks: number }[];
  /** The total for the shares. */
  readonly all: number;
  /** The label for entries without a name. */
  readonly unknown?: string;
  readonly nameOf?: (name: string) => string;
}

/** The most common values of one kind, with bars of their share. */
export function TopList({
  title,
  entries,
  all,
  unknown = 'Unknown',
  nameOf = (name) => name,
}: TopListProps) {
  return (
    <Card title={title}>
      {entries.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing in this period yet.
        </Text>
      ) : (
        <ul className="bars" aria-label={title}>
          {entries.map(({ name, clicks }) => (
            <li key={name}>
              <Group justify="space-between" gap="xs" wrap="nowrap">
                <Text size="sm" className="truncate" title={name ?? unknown}>
                  {name === null ? unknown : nameOf(name)}
                </Text>
                <Text size="sm" className="number" style={{ flexShrink: 0 }}>
                  {count(clicks)}{' '}
                  <Text span size="xs" c="dimmed">
                    {percent(clicks, all)}
                  </Text>
                </Text>
              </Group>
              <div className="bar-track" aria-hidden>
                <div className="bar" style={{ width: `${(clicks / Math.max(all, 1)) * 100}%` }} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
