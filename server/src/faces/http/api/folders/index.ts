export { createFolderRoute } from './createFolder.ts';
export { deleteFolderRoute } from './deleteFolder.ts';
export { listFoldersRoute } from './listFolders.ts';
export { updateFolderRoute } from './updateFolder.ts';
