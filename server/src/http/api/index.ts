import type { Route } from '../route.ts';
import { bootstrap } from './bootstrap.ts';
import { createLink } from './createLink.ts';
import { endSession } from './endSession.ts';
import { createLinks } from './createLinks.ts';
import { dashboardRoutes } from './dashboardRoutes.ts';
import { deleteLink } from './deleteLink.ts';
import { explainLink } from './explainLink.ts';
import { explainUrl } from './explainUrl.ts';
import { eraseInstallation } from './eraseInstallation.ts';
import { getHealth } from './getHealth.ts';
import { getLink } from './getLink.ts';
import { getLinkById } from './getLinkById.ts';
import { getLinkStats } from './getLinkStats.ts';
import { getReceipt } from './getReceipt.ts';
import { listLinks } from './listLinks.ts';
import { listPlans } from './listPlans.ts';
import { matchDeferred } from './matchDeferred.ts';
import { provision } from './provision.ts';
import { resolveLink } from './resolveLink.ts';
import { startSession } from './startSession.ts';
import { trackInstallation } from './trackInstallation.ts';
import { updateLink } from './updateLink.ts';
import { cancelExport } from './cancelExport.ts';
import { downloadExport } from './downloadExport.ts';
import { getExport } from './getExport.ts';
import { getLinkAnalytics } from './getLinkAnalytics.ts';
import { getProjectAnalytics } from './getProjectAnalytics.ts';
import { listExports } from './listExports.ts';
import { rebuildAnalytics } from './rebuildAnalytics.ts';
import { startExport } from './startExport.ts';

/** Every operation the server answers; methods and paths stand in the contract. */
export const routes: readonly Route[] = [
  getHealth,
  listPlans,
  resolveLink,
  createLink,
  getLink,
  getLinkStats,
  trackInstallation,
  bootstrap,
  startSession,
  endSession,
  matchDeferred,
  getReceipt,
  eraseInstallation,
  listLinks,
  getLinkById,
  updateLink,
  deleteLink,
  createLinks,
  explainLink,
  provision,
  explainUrl,
  startExport,
  getExport,
  listExports,
  cancelExport,
  downloadExport,
  getProjectAnalytics,
  getLinkAnalytics,
  rebuildAnalytics,
  ...dashboardRoutes,
];
