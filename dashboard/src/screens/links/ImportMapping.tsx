import { Alert, Select, Stack, Text } from '@mantine/core';
import { counted } from '../../parts/format.ts';
import {
  cleanCell,
  IMPORT_FIELDS,
  linkOfRow,
  remap,
  type ImportField,
  type Mapping,
} from './importFields.ts';
import styles from './ImportLinks.module.css';
import type { CsvFile } from './readCsv.ts';

interface MappingProps {
  readonly file: CsvFile;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

/** Rows that are shown before anything is made. */
const SHOWN = 4;
const FIELDS = Object.entries(IMPORT_FIELDS).map(([value, label]) => ({ value, label }));

/** What each column of the file becomes, and the first rows as they will be. */
export function ImportMapping({ file, mapping, onChange }: MappingProps) {
  const named = [...mapping].toSorted(([a], [b]) => a - b);
  return (
    <Stack gap="sm">
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
              // Headings may repeat; their places do not.
              <tr key={place}>
                <th scope="row">{heading || `Column ${place + 1}`}</th>
                <td className={`${styles.cell} ${styles.sample}`}>{file.rows[0]?.cells[place]}</td>
                <td>
                  <Select
                    size="xs"
                    aria-label={`What ${heading || `column ${place + 1}`} becomes`}
                    data={FIELDS}
                    placeholder="Not imported"
                    clearable
                    value={mapping.get(place) ?? null}
                    onChange={(field) =>
                      onChange(remap(mapping, place, field as ImportField | null))
                    }
                    className={styles.select}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {named.length > 0 && (
        <>
          <Text size="sm" fw={600} component="h3">
            {`The first of ${counted(file.rows.length, 'row', 'rows')}`}
          </Text>
          <div className={styles.scroller} tabIndex={0} role="group" aria-label="First rows">
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Row</th>
                  {named.map(([place, field]) => (
                    <th key={place} scope="col">
                      {IMPORT_FIELDS[field]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {file.rows.slice(0, SHOWN).map(({ row, cells }) => {
                  const link = linkOfRow(cells, mapping);
                  return (
                    <tr key={row}>
                      <th scope="row">{row}</th>
                      {typeof link === 'string' ? (
                        <td colSpan={named.length}>
                          <Text size="sm" c="var(--mantine-color-error)">
                            {link}
                          </Text>
                        </td>
                      ) : (
                        named.map(([place]) => (
                          <td key={place} className={styles.cell}>
                            {cleanCell(cells[place] ?? '')}
                          </td>
                        ))
                      )}
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Stack>
  );
}
