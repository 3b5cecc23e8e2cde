import { Text } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { Keys } from '../shortcuts/Keys.tsx';
import type { Entry, EntryGroup } from './Entry.ts';
import styles from './Palette.module.css';

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly EntryGroup[];
  readonly active: Entry | undefined;
  /** The id of the element of an entry, by which the field names the active one. */
  readonly idOf: (entry: Entry) => string;
  readonly onActive: (entry: Entry) => void;
  readonly onChoose: (entry: Entry) => void;
}

/** The list that the palette's field controls; the focus stays in the field. */
export function PaletteList(props: PaletteListProps) {
  const { id, groups, active, idOf, onActive, onChoose } = props;
  const heading = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = list;
    current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);
  return (
    <div ref={list} id={id} role="listbox" aria-label="Results" className={styles['list']}>
      {groups.map(({ name, entries }, index) => (
        <div key={name} role="group" aria-labelledby={`${heading}-${index}`}>
          <div id={`${heading}-${index}`} role="presentation" className={styles['group']}>
            <span className="break">{name}</span>
          </div>
          {entries.map((entry) => (
            <div
              key={entry.id}
              id={idOf(entry)}
              role="option"
              aria-selected={entry.id === active?.id}
              className={styles['entry']}
              // Not on entering: what scrolls below a resting pointer is not meant.
              onMouseMove={() => onActive(entry)}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(entry)}
            >
              <entry.icon size={17} aria-hidden style={{ flexShrink: 0 }} />
              <span className={styles['words']}>
                <Text size="sm" className="truncate" dir="auto" ta="left">
                  {entry.label}
                </Text>
                {entry.detail !== undefined && (
                  <Text size="xs" c="dimmed" className="truncate">
                    {entry.detail}
                  </Text>
                )}
              </span>
              {entry.keys && (
                <Text span visibleFrom="xs" aria-hidden>
                  <Keys keys={entry.keys} />
                </Text>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
