export { createLinkViewRoute } from './createLinkView.ts';
export { deleteLinkViewRoute } from './deleteLinkView.ts';
export { listLinkViewsRoute } from './listLinkViews.ts';
export { updateLinkViewRoute } from './updateLinkView.ts';
