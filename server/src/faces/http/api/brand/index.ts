export { getBrandRoute } from './getBrand.ts';
export { previewBrandRoute } from './previewBrand.ts';
export { previewMailRoute } from './previewMail.ts';
export { setBrandRoute } from './setBrand.ts';
export { shrinkBrandImageRoute } from './shrinkBrandImage.ts';
