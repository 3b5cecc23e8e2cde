import type { ReportRow } from './runImport.ts';

export interface Loss {
  readonly what: string;
  readonly rows: number;
}

interface Losses {
  readonly add: (row: ReportRow) => void;
  readonly list: () => Loss[];
}

/** What is lost or changed, with the number of rows that it happens to. */
export function createLosses(): Losses {
  const counted = new Map<string, number>();
  return {
    add({ findings }) {
      for (const { field, message } of findings) {
        const what = `${field}: ${message.replaceAll(/“.*?”/g, '…')}`;
        counted.set(what, (counted.get(what) ?? 0) + 1);
      }
    },
    list: () => [...counted].map(([what, rows]) => ({ what, rows })),
  };
}
