import type { CsvFile } from '@fairlead/imports/readFile';
import { cleanCell } from '@fairlead/imports/readFile';
import type { CsvField } from '@fairlead/imports/sources/csv';
import { Alert, Select } from '@mantine/core';
import { COLUMN_LABELS } from './columnLabels.ts';
import styles from '../../parts/table.module.css';
import { type Mapping, remap } from './importSetup.ts';

interface MappingProps {
  readonly file: CsvFile;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

const FIELDS = Object.entries(COLUMN_LABELS).map(([value, label]) => ({ value, label }));

/** What each column of a file becomes. */
export function ColumnMapping({ file, mapping, onChange }: MappingProps) {
  return (
    <>
      {mapping.size === 0 && (
        <Alert color="yellow" role="alert">
          None of the headings is known. Choose what each column is.
        </Alert>
      )}
      <div className={styles.scroller} tabIndex={0} role="group" aria-label="Columns in the file">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Column in the file</th>
              <th scope="col" className={styles.sample}>
                First row
              </th>
              <th scope="col">Import as</th>
            </tr>
          </thead>
          <tbody>
            {file.headings.map((heading, place) => (
              // Headings may repeat; their positions do not.
              <tr key={place}>
                <th scope="row">{heading || `Column ${place + 1}`}</th>
                <td className={`${styles.cell} ${styles.sample}`}>
                  {cleanCell(file.rows[0]?.cells[place] ?? '')}
                </td>
                <td>
                  <Select
                    size="xs"
                    aria-label={`What ${heading || `column ${place + 1}`} becomes`}
                    data={FIELDS}
                    placeholder="Not imported"
                    clearable
                    value={mapping.get(place) ?? null}
                    onChange={(field) => onChange(remap(mapping, place, field as CsvField | null))}
                    className={styles.select}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
