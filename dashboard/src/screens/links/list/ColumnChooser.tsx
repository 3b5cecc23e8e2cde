import { Button, Checkbox, Popover, SimpleGrid } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import { LINK_COLUMNS } from './linkColumns.tsx';
import type { ChosenColumns } from './useLinkColumns.ts';

/** Chooses the columns of the list; they change as boxes are ticked. */
export function ColumnChooser({ columns, choose }: Pick<ChosenColumns, 'columns' | 'choose'>) {
  return (
    <Popover
      position="bottom-end"
      // Above the button, a long list would begin outside the window.
      middlewares={{ flip: false, shift: true }}
      trapFocus
      returnFocus
      shadow="md"
      width={320}
    >
      <Popover.Target>
        <Button variant="default" leftSection={<Columns3 size={16} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" mah="40dvh" style={{ overflowY: 'auto' }}>
        <Checkbox.Group
          label="Columns"
          description="Remembered in this browser."
          value={columns.map(({ key }) => key)}
          onChange={choose}
        >
          <SimpleGrid cols={2} spacing="xs" verticalSpacing={8} mt="xs">
            {LINK_COLUMNS.map(({ key, name }) => (
              <Checkbox key={key} value={key} label={name} size="sm" />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <Button variant="subtle" size="xs" mt="sm" onClick={() => choose(undefined)}>
          Reset to default
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
