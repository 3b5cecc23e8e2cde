import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Checkbox } from '@mantine/core';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { counted } from '../../../parts/format.ts';
import type { LinkColumn } from './linkColumns.tsx';
import type { LinkFilters } from './linkFilters.ts';
import { LinkRow } from './LinkRow.tsx';
import { LinkTableHead } from './LinkTableHead.tsx';
import { useRowKeys } from './useRowKeys.ts';
import styles from './LinkTable.module.css';

/** The chosen links, or all that match. */
export type ChosenIds = 'all' | ReadonlySet<string>;

export interface LinkTableProps {
  readonly links: readonly ProjectLink[];
  readonly total: number;
  readonly columns: readonly LinkColumn[];
  readonly narrow: boolean;
  readonly filters: LinkFilters;
  readonly onFilters: (filters: LinkFilters) => void;
  readonly chosen: ChosenIds;
  /** Absent if rows cannot be selected. */
  readonly onChosen: ((chosen: ChosenIds) => void) | undefined;
  readonly stale: boolean;
  /** Called when the last loaded row is near. */
  readonly onEnd: () => void;
}

/** Pixels: the height of a row, its checkbox, and the minimum width of the link's own column. */
const ROW_HEIGHT = 60;
const CHOOSE = 42;
const LINK = { wide: 220, narrow: 160 };
/** By which the router knows what is scrolled. */
const PLACE = 'links';
/** How many rows before the end more are requested. */
const AHEAD = 60;

/** Renders only the rows in view, so that 100,000 links scroll like ten. */
export function LinkTable(props: LinkTableProps) {
  const { links, total, columns, narrow, chosen, onChosen, onEnd } = props;
  const layout = layOut(columns, narrow);
  const scroller = useRef<HTMLDivElement>(null);
  const more = useMoreAside(scroller);
  // Back on the list, it is where it was left.
  const place = useElementScrollRestoration({ id: PLACE });
  const rows = useVirtualizer({
    ...(place && { initialOffset: place.scrollY }),
    count: links.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  useRowKeys(scroller, () => rows.range?.startIndex ?? 0);
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last > links.length - AHEAD) onEnd();
  }, [last, links.length, onEnd]);
  const toggle = (id: string) => {
    const next = new Set(chosen === 'all' ? links.map((link) => link.id) : chosen);
    if (!next.delete(id)) next.add(id);
    onChosen?.(next);
  };
  return (
    <div className={styles.frame} data-more={more || undefined}>
      <div
        ref={scroller}
        data-scroll-restoration-id={PLACE}
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
          layout={layout}
          choose={
            onChosen && (
              <Checkbox
                aria-label={`Select all ${counted(total, 'link', 'links')} that match`}
                checked={chosen === 'all'}
                indeterminate={chosen !== 'all' && chosen.size > 0}
                onChange={(event) => onChosen(event.currentTarget.checked ? 'all' : new Set())}
              />
            )
          }
        />
        <div
          role="rowgroup"
          style={{ height: rows.getTotalSize(), position: 'relative', minWidth: layout.minWidth }}
        >
          {items.map(({ index, start }) => {
            const link = links[index];
            return (
              link && (
                <LinkRow
                  key={link.id}
                  link={link}
                  index={index}
                  top={start}
                  columns={columns}
                  layout={layout}
                  chosen={chosen === 'all' || chosen.has(link.id)}
                  onToggle={onChosen && (() => toggle(link.id))}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Whether there are columns out of view on the right. */
function useMoreAside(scroller: RefObject<HTMLElement | null>): boolean {
  const [more, setMore] = useState(false);
  useEffect(() => {
    const { current } = scroller;
    if (current === null) return undefined;
    const look = () => setMore(current.scrollLeft + current.clientWidth < current.scrollWidth - 1);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    current.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', look);
    };
  }, [scroller]);
  return more;
}

/** The link takes what the chosen columns leave; if that is too little, the table scrolls horizontally. */
function layOut(columns: readonly LinkColumn[], narrow: boolean): CSSProperties {
  const least = narrow ? LINK.narrow : LINK.wide;
  const widths = columns.map(({ width }) => width);
  return {
    gridTemplateColumns: `${CHOOSE}px minmax(${least}px, 1fr) ${widths.map((width) => `${width}px`).join(' ')}`,
    minWidth: widths.reduce((sum, width) => sum + width, CHOOSE + least),
    width: '100%',
  };
}
