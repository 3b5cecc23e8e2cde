export { getBrandRoute } from './getBrand.ts';
export { previewBrandRoute } from './previewBrand.ts';
export { setBrandRoute } from './setBrand.ts';
export { shrinkBrandImageRoute } from './shrinkBrandImage.ts';
