import { UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import type { LinkColumn } from './linkColumns.tsx';
import type { LinkFilters } from './linkFilters.ts';
import styles from './LinkTable.module.css';

interface HeadProps {
  readonly columns: readonly LinkColumn[];
  readonly filters: LinkFilters;
  readonly onFilters: (filters: LinkFilters) => void;
  readonly layout: CSSProperties;
  readonly choose: ReactNode;
}

const LINK = { key: 'link', label: 'Link', sort: 'name' } as const;

export function LinkTableHead({ columns, layout, choose, ...sorting }: HeadProps) {
  return (
    <div role="rowgroup" className={styles['head']} style={layout}>
      <div role="row" style={{ display: 'contents' }}>
        <span role="columnheader" aria-label="Choose" className={styles['choose']}>
          {choose}
        </span>
        <Heading column={LINK} {...sorting} className={styles['link']} />
        {columns.map((column) => (
          <Heading
            key={column.key}
            column={column}
            {...sorting}
            className={column.number ? styles['number'] : undefined}
          />
        ))}
      </div>
    </div>
  );
}

interface HeadingProps extends Pick<HeadProps, 'filters' | 'onFilters'> {
  readonly column: Pick<LinkColumn, 'label' | 'sort'> & { readonly name?: string };
  readonly className: string | undefined;
}

function Heading({ column, filters, onFilters, className }: HeadingProps) {
  const { label, name = label, sort } = column;
  const { sortBy = 'createdAt', sortOrder = 'desc' } = filters;
  const active = sort !== undefined && sort === sortBy;
  const flipped = active && sortOrder === 'desc' ? 'asc' : 'desc';
  const Arrow = sortOrder === 'asc' ? ChevronUp : ChevronDown;
  return (
    <span
      role="columnheader"
      className={className}
      title={name === label ? undefined : name}
      {...(active && { 'aria-sort': sortOrder === 'asc' ? 'ascending' : 'descending' })}
    >
      {sort === undefined ? (
        label
      ) : (
        <UnstyledButton
          fz="inherit"
          fw={active ? 700 : 400}
          c={active ? 'var(--mantine-color-text)' : 'inherit'}
          onClick={() => onFilters({ ...filters, sortBy: sort, sortOrder: flipped })}
        >
          {label}
          {active && <Arrow size={14} style={{ verticalAlign: -2 }} aria-hidden />}
        </UnstyledButton>
      )}
    </span>
  );
}
