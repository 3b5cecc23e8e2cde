import type { OperationDeclaration } from '../operation.ts';
import * as attribution from './attribution.ts';
import * as builds from './builds.ts';
import { dashboardOperations } from './dashboard/index.ts';
import * as discovery from './discovery.ts';
import * as costs from './costs.ts';
import * as events from './events.ts';
import * as eventNumbers from './eventNumbers.ts';
import * as installations from './installations.ts';
import * as linkBulk from './linkBulk.ts';
import * as linkManagement from './linkManagement.ts';
import * as explain from './explain.ts';
import * as analytics from './analytics.ts';
import * as doctor from './doctor.ts';
import * as exports from './exports.ts';
import * as firebase from './firebase.ts';
import * as links from './links.ts';
import * as operator from './operator.ts';
import * as resolve from './resolve.ts';
import * as rules from './rules.ts';

/** Every operation by its id; the order is that of the documents. */
export const operations = {
  getHealth: discovery.getHealth,
  getReady: discovery.getReady,
  listPlans: discovery.listPlans,
  resolveLink: resolve.resolveLink,
  createLink: links.createLink,
  getLink: links.getLink,
  getLinkStats: links.getLinkStats,
  trackInstallation: installations.trackInstallation,
  bootstrap: installations.bootstrap,
  startSession: installations.startSession,
  endSession: installations.endSession,
  identify: installations.identify,
  recordSdkEvents: events.recordSdkEvents,
  recordEvents: events.recordEvents,
  getLinkEvents: events.getLinkEvents,
  deleteEvents: events.deleteEvents,
  undeleteEvents: events.undeleteEvents,
  deleteEventsForOperator: events.deleteEventsForOperator,
  undeleteEventsForOperator: events.undeleteEventsForOperator,
  matchDeferred: attribution.matchDeferred,
  getReceipt: attribution.getReceipt,
  eraseInstallation: attribution.eraseInstallation,
  listLinks: linkManagement.listLinks,
  createManagedLink: linkManagement.createManagedLink,
  getLinkById: linkManagement.getLinkById,
  updateLink: linkManagement.updateLink,
  deleteLink: linkManagement.deleteLink,
  createLinks: linkBulk.createLinks,
  getKeyProject: linkManagement.getKeyProject,
  undoLinks: linkBulk.undoLinks,
  undoLinksForOperator: linkBulk.undoLinksForOperator,
  publishBuild: builds.publishBuild,
  createShortLink: firebase.createShortLink,
  exchangeShortLink: firebase.exchangeShortLink,
  explainLink: explain.explainLink,
  simulateVisit: explain.simulateVisit,
  dryRunLink: rules.dryRunLink,
  dryRunProject: rules.dryRunProject,
  getLinkResults: rules.getLinkResults,
  examineHost: doctor.examineHost,
  provision: operator.provision,
  examineHostForOperator: doctor.examineHostForOperator,
  explainUrl: explain.explainUrl,
  startExport: exports.startExport,
  getExport: exports.getExport,
  listExports: exports.listExports,
  cancelExport: exports.cancelExport,
  downloadExport: exports.downloadExport,
  getProjectAnalytics: analytics.getProjectAnalytics,
  getLinkAnalytics: analytics.getLinkAnalytics,
  getEventNumbers: eventNumbers.getEventNumbers,
  getEventReceipt: eventNumbers.getEventReceipt,
  getCohorts: eventNumbers.getCohorts,
  getFunnel: eventNumbers.getFunnel,
  importCosts: costs.importCosts,
  listCosts: costs.listCosts,
  rebuildAnalytics: analytics.rebuildAnalytics,
  ...dashboardOperations,
} as const satisfies Record<string, OperationDeclaration>;

export type OperationId = keyof typeof operations;
