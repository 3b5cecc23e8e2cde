import { UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LinkFilters, LinkSort } from './linkFilters.ts';
import styles from './LinkTable.module.css';

interface Column {
  readonly label: string;
  readonly sort?: LinkSort;
  readonly number?: boolean;
  readonly narrow?: boolean;
}

const COLUMNS: readonly Column[] = [
  { label: 'Link', sort: 'name', narrow: true },
  { label: 'Type' },
  { label: 'Created', sort: 'createdAt' },
  { label: 'Clicks', sort: 'clickCount', number: true, narrow: true },
  { label: 'Installs', number: true },
  { label: 'Returning', number: true },
  { label: 'Attributed', number: true },
  { label: 'Last click', sort: 'lastClickedAt' },
];

interface HeadProps {
  readonly filters: LinkFilters;
  readonly onFilters: (filters: LinkFilters) => void;
  readonly narrow: boolean;
  readonly choose: ReactNode;
}

export function LinkTableHead({ filters, onFilters, narrow, choose }: HeadProps) {
  const { sortBy = 'createdAt', sortOrder = 'desc' } = filters;
  return (
    <div role="rowgroup" className={styles['head'] + (narrow ? ` ${styles['narrow']}` : '')}>
      <div role="row" style={{ display: 'contents' }}>
        <span role="columnheader" aria-label="Choose">
          {choose}
        </span>
        {COLUMNS.filter((column) => !narrow || column.narrow).map(({ label, sort, number }) => {
          const active = sort !== undefined && sort === sortBy;
          const flipped = active && sortOrder === 'desc' ? 'asc' : 'desc';
          return (
            <span
              key={label}
              role="columnheader"
              className={number ? styles['number'] : undefined}
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
                  {active &&
                    (sortOrder === 'asc' ? (
                      <ChevronUp size={14} style={{ verticalAlign: -2 }} aria-hidden />
                    ) : (
                      <ChevronDown size={14} style={{ verticalAlign: -2 }} aria-hidden />
                    ))}
                </UnstyledButton>
              )}
            </span>
          );
        })}
      </div>
    </div>
  );
}
