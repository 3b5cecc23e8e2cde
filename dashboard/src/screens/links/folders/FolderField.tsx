import { Select } from '@mantine/core';
import { useEffect } from 'react';
import { FIELD_LABELS } from '../../../api/fieldLabels.ts';
import type { LinkFormState } from '../form/LinkFormState.ts';
import { useLinkRights } from './useFolders.ts';

/** The folder of a link, of those that the person may put it into; nothing while the project has none. */
export function FolderField({ form }: { readonly form: LinkFormState }) {
  const rights = useLinkRights();
  const { folder } = form.values;
  const lacking = rights?.mayEdit(folder === '' ? null : folder) === false;
  useEffect(() => {
    if (lacking) form.setFieldValue('folder', (!rights.outside && rights.folders[0]?.id) || '');
  }, [lacking]);
  if (rights === undefined || rights.folders.length === 0) return null;
  const { folders, outside } = rights;
  return (
    <Select
      label={FIELD_LABELS.folder}
      data={folders.map(({ id, name }) => ({ value: id, label: name }))}
      placeholder={outside ? 'No folder' : 'Choose a folder'}
      searchable
      clearable={outside}
      allowDeselect={outside}
      clearButtonProps={{ 'aria-label': 'Clear the folder', 'aria-hidden': false, tabIndex: 0 }}
      value={folder === '' ? null : folder}
      onChange={(chosen) => form.setFieldValue('folder', chosen ?? '')}
      error={form.errors['folder']}
    />
  );
}
