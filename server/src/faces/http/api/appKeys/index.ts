export { createAppKeyRoute } from './createAppKey.ts';
export { listAppKeysRoute } from './listAppKeys.ts';
export { renameAppKeyRoute } from './renameAppKey.ts';
export { revokeAppKeyRoute } from './revokeAppKey.ts';
export { rotateAppKeyRoute } from './rotateAppKey.ts';
