export { togetherByClick } from './factColumns.ts';
export const openColumnsOf: any = 0, reportColumnsOf: any = 0, traceColumnsOf: any = 0;
