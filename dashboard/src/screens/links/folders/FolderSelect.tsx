import { Select } from '@mantine/core';
import type { LinkFilters } from '../list/linkFilters.ts';
import { count } from '../../../parts/format.ts';
import { useFolders } from './useFolders.ts';

type InFolder = Pick<LinkFilters, 'folder'>;

interface FolderSelectProps<Filters extends InFolder> {
  readonly filters: Filters;
  readonly onChange: (filters: Omit<Filters, 'folder'> & InFolder) => void;
}

const ALL = 'all';

/** Narrows the list to one folder; nothing while the project has none. */
export function FolderSelect<Filters extends InFolder>({
  filters,
  onChange,
}: FolderSelectProps<Filters>) {
  const folders = useFolders();
  const { folder, ...rest } = filters;
  if (folders === undefined || (folders.length === 0 && folder === undefined)) return null;
  const known =
    folder === undefined || folder === 'none' || folders.some(({ id }) => id === folder);
  const data = [
    { value: ALL, label: 'All folders' },
    { value: 'none', label: 'In no folder' },
    ...folders.map(({ id, name, links }) => ({ value: id, label: `${name} (${count(links)})` })),
    ...(known ? [] : [{ value: folder, label: 'A deleted folder' }]),
  ];
  return (
    <Select
      aria-label="Folder"
      data={data}
      searchable={folders.length > 10}
      allowDeselect={false}
      value={folder ?? ALL}
      onChange={(value) =>
        onChange(value === null || value === ALL ? rest : { ...rest, folder: value })
      }
      w={170}
    />
  );
}
