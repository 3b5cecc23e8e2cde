export { cancelExportRoute } from './cancelExport.ts';
export { downloadExportRoute } from './downloadExport.ts';
export { getExportRoute } from './getExport.ts';
export { listExportsRoute } from './listExports.ts';
export { startExportRoute } from './startExport.ts';
