export { getLinkImageRoute } from './getLinkImage.ts';
export { uploadLinkImageRoute } from './uploadLinkImage.ts';
