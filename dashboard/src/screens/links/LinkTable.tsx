import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { LinkFilters } from './linkFilters.ts';
import { LinkRow } from './LinkRow.tsx';
import { LinkTableHead } from './LinkTableHead.tsx';
import styles from './LinkTable.module.css';

export interface LinkTableProps {
  readonly links: readonly ProjectLink[];
  readonly total: number;
  readonly filters: LinkFilters;
  readonly onFilters: (filters: LinkFilters) => void;
  readonly chosen: ReadonlySet<string>;
  /** Absent where nothing can be chosen. */
  readonly onChosen: ((chosen: ReadonlySet<string>) => void) | undefined;
  readonly stale: boolean;
  /** The last loaded row is near. */
  readonly onEnd: () => void;
}

const ROW_HEIGHT = 60;
/** Rows before the end at which more are asked for. */
const AHEAD = 40;

/** Draws only the rows in view, so that 100,000 links scroll like ten. */
export function LinkTable(props: LinkTableProps) {
  const { links, total, chosen, onChosen, onEnd } = props;
  const narrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: links.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last > links.length - AHEAD) onEnd();
  }, [last, links.length, onEnd]);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChosen?.(next);
  };
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="table"
      aria-label="Links"
      aria-rowcount={total + 1}
      aria-busy={props.stale}
      tabIndex={0}
      data-stale={props.stale || undefined}
    >
      <LinkTableHead
        {...props}
        narrow={narrow}
        choose={
          onChosen && (
            <Checkbox
              aria-label="Choose all loaded links"
              checked={chosen.size > 0 && chosen.size === links.length}
              indeterminate={chosen.size > 0 && chosen.size < links.length}
              onChange={(event) =>
                onChosen(
                  new Set(
                    event.currentTarget.checked ? links.slice(0, 1000).map(({ id }) => id) : [],
                  ),
                )
              }
            />
          )
        }
      />
      <div role="rowgroup" style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start }) => {
          const link = links[index];
          return (
            link && (
              <LinkRow
                key={link.id}
                link={link}
                index={index}
                top={start}
                narrow={narrow}
                chosen={chosen.has(link.id)}
                onToggle={onChosen && (() => toggle(link.id))}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
