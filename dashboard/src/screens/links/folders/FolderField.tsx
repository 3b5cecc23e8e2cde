import { Select } from '@mantine/core';
import { FIELD_LABELS } from '../../../api/fieldLabels.ts';
import type { LinkFormState } from '../form/LinkFormState.ts';
import { useFolders } from './useFolders.ts';

/** The folder of a link; nothing while the project has none. */
export function FolderField({ form }: { readonly form: LinkFormState }) {
  const folders = useFolders();
  if (folders === undefined || folders.length === 0) return null;
  return (
    <Select
      label={FIELD_LABELS.folderId}
      data={folders.map(({ id, name }) => ({ value: id, label: name }))}
      placeholder="No folder"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the folder', 'aria-hidden': false, tabIndex: 0 }}
      value={form.values.folderId === '' ? null : form.values.folderId}
      onChange={(chosen) => form.setFieldValue('folderId', chosen ?? '')}
      error={form.errors['folderId']}
    />
  );
}
