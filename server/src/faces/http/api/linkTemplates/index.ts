export { createLinkTemplateRoute } from './createLinkTemplate.ts';
export { deleteLinkTemplateRoute } from './deleteLinkTemplate.ts';
export { listLinkTemplatesRoute } from './listLinkTemplates.ts';
export { updateLinkTemplateRoute } from './updateLinkTemplate.ts';
