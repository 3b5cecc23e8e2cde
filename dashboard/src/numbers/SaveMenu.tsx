import { ActionIcon, Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { saveFile } from '../parts/saveFile.ts';
import { fileName, savePicture } from './savePicture.ts';

interface SaveMenuProps {
  readonly title: string;
  /** Of which time. */
  readonly about: string;
  /** Headings and lines of the table. */
  readonly rows: () => (readonly (string | number)[])[];
  /** What holds the drawing, if there is one. */
  readonly drawing?: RefObject<HTMLElement | null>;
  /** What else can be saved: further items. */
  readonly more?: ReactNode;
}

/** Saves the numbers of a card as a table, and its drawing as a picture. */
export function SaveMenu({ title, about, rows, drawing, more }: SaveMenuProps) {
  const saveTable = async () => {
    const { renderCsv } = await import('@fairlead/imports/renderCsv');
    saveFile(`${fileName(title)}.csv`, [renderCsv(rows())]);
  };
  const saveDrawing = () => {
    const svg = drawing?.current?.querySelector<SVGSVGElement>('svg.recharts-surface, svg');
    if (svg) void savePicture(svg, { title, about });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Save ${title}`}>
          <Download size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void saveTable()}>Table (CSV)</Menu.Item>
        {drawing !== undefined && <Menu.Item onClick={saveDrawing}>Picture (PNG)</Menu.Item>}
        {more}
      </Menu.Dropdown>
    </Menu>
  );
}
