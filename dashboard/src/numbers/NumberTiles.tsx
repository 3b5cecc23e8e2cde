import { SimpleGrid, Text, Tooltip } from '@mantine/core';
import { comparedWith, count, percent } from '../parts/format.ts';

export interface Tile {
  readonly label: string;
  readonly value: number | string;
  /** What exactly is counted. */
  readonly about?: string;
  /** The total of which the value is a part. */
  readonly of?: number;
  /** What the value is compared with. */
  readonly before?: number | undefined;
}

/** Numbers side by side, each with its name and what it counts. */
export function NumberTiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: Math.min(tiles.length, 6) }} spacing="sm">
      {tiles.map((tile) => (
        <div key={tile.label} className="card" role="group" aria-label={tile.label}>
          <Tooltip
            label={tile.about}
            disabled={tile.about === undefined}
            withArrow
            multiline
            maw={260}
            events={{ hover: true, focus: true, touch: true }}
          >
            <Text size="sm" c="dimmed" component="div" {...(tile.about && { tabIndex: 0 })}>
              {tile.label}
            </Text>
          </Tooltip>
          <Text
            // A duration has to fit in one line, as a number does.
            fz={typeof tile.value === 'number' ? 26 : 18}
            fw={650}
            lh="32px"
            className="number truncate"
          >
            {typeof tile.value === 'number' ? count(tile.value) : tile.value}
          </Text>
          <Text size="xs" c="dimmed" className="number" mih={18}>
            {beneath(tile)}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}

function beneath({ value, of, before }: Tile): string {
  if (typeof value !== 'number') return '';
  if (before !== undefined) return comparedWith(before, value);
  return of === undefined ? '' : `${percent(value, of)} of clicks`;
}
