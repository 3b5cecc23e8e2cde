import { useFolders } from './useFolders.ts';

/** The name of the folder with this id; null: none. */
export function FolderName({ id }: { readonly id: string | null }) {
  const folders = useFolders();
  if (id === null) return '–';
  return folders === undefined
    ? ''
    : (folders.find((folder) => folder.id === id)?.name ?? 'A deleted folder');
}
