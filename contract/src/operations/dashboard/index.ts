import type { OperationDeclaration } from '../../operation.ts';
import * as account from './account.ts';
import * as appKeys from './appKeys.ts';
import * as audit from './audit.ts';
import * as brand from './brand.ts';
import * as destinations from './destinations.ts';
import * as builds from '../builds.ts';
import * as doctor from '../doctor.ts';
import * as domains from './domains.ts';
import * as eventSources from './eventSources.ts';
import * as folders from './folders.ts';
import * as identity from './identity.ts';
import * as installations from './installations.ts';
import * as linkBulk from './linkBulk.ts';
import * as linkComments from './linkComments.ts';
import * as linkHistory from './linkHistory.ts';
import * as linkImages from './linkImages.ts';
import * as linkProposals from './linkProposals.ts';
import * as linkTemplates from './linkTemplates.ts';
import * as linkViews from './linkViews.ts';
import * as linkClicks from './linkClicks.ts';
import * as links from './links.ts';
import * as members from './members.ts';
import * as numbers from './numbers.ts';
import * as passkeys from './passkeys.ts';
import * as plan from './plan.ts';
import * as projects from './projects.ts';
import * as receipts from './receipts.ts';
import * as server from './server.ts';
import * as session from './session.ts';
import * as shares from './shares.ts';
import * as tags from './tags.ts';
import * as testCodes from './testCodes.ts';

/** Every operation of the dashboard by its id, in the order of its document. */
export const dashboardOperations = {
  getSignInOptions: session.getSignInOptions,
  signIn: session.signIn,
  signInWithCode: session.signInWithCode,
  refreshSession: session.refreshSession,
  signOut: session.signOut,
  getCurrentUser: session.getCurrentUser,
  listSessions: session.listSessions,
  revokeSession: session.revokeSession,
  revokeOtherSessions: session.revokeOtherSessions,
  startOidcSignIn: session.startOidcSignIn,
  finishOidcSignIn: session.finishOidcSignIn,
  startPasskeySignIn: passkeys.startPasskeySignIn,
  signInWithPasskey: passkeys.signInWithPasskey,
  updateCurrentUser: account.updateCurrentUser,
  changePassword: account.changePassword,
  forgotPassword: account.forgotPassword,
  resetPassword: account.resetPassword,
  sendVerification: account.sendVerification,
  verifyEmail: account.verifyEmail,
  startTotp: account.startTotp,
  confirmTotp: account.confirmTotp,
  disableTotp: account.disableTotp,
  listPasskeys: passkeys.listPasskeys,
  startPasskey: passkeys.startPasskey,
  addPasskey: passkeys.addPasskey,
  renamePasskey: passkeys.renamePasskey,
  removePasskey: passkeys.removePasskey,
  listProjects: projects.listProjects,
  createProject: projects.createProject,
  getProject: projects.getProject,
  updateProject: projects.updateProject,
  deleteProject: projects.deleteProject,
  transferOwnership: projects.transferOwnership,
  getMetaReferrerKey: projects.getMetaReferrerKey,
  setMetaReferrerKey: projects.setMetaReferrerKey,
  getIdentitySecret: identity.getIdentitySecret,
  rotateIdentitySecret: identity.rotateIdentitySecret,
  getBrand: brand.getBrand,
  setBrand: brand.setBrand,
  shrinkBrandImage: brand.shrinkBrandImage,
  previewBrand: brand.previewBrand,
  previewMail: brand.previewMail,
  listMembers: members.listMembers,
  updateMember: members.updateMember,
  removeMember: members.removeMember,
  leaveProject: members.leaveProject,
  listInvitations: members.listInvitations,
  createInvitation: members.createInvitation,
  resendInvitation: members.resendInvitation,
  revokeInvitation: members.revokeInvitation,
  readInvitation: members.readInvitation,
  acceptInvitation: members.acceptInvitation,
  listDomains: domains.listDomains,
  addDomain: domains.addDomain,
  useServerDomain: domains.useServerDomain,
  verifyDomain: domains.verifyDomain,
  setPrimaryDomain: domains.setPrimaryDomain,
  setDomainFirebase: domains.setDomainFirebase,
  setDomainAddresses: domains.setDomainAddresses,
  getDomainFirebase: domains.getDomainFirebase,
  examineDomain: doctor.examineDomain,
  listDomainReports: doctor.listDomainReports,
  removeDomain: domains.removeDomain,
  getDomainAssociation: domains.getDomainAssociation,
  listAppKeys: appKeys.listAppKeys,
  createAppKey: appKeys.createAppKey,
  rotateAppKey: appKeys.rotateAppKey,
  renameAppKey: appKeys.renameAppKey,
  revokeAppKey: appKeys.revokeAppKey,
  listProjectLinks: links.listProjectLinks,
  getProjectLink: links.getProjectLink,
  listFolders: folders.listFolders,
  createFolder: folders.createFolder,
  updateFolder: folders.updateFolder,
  deleteFolder: folders.deleteFolder,
  checkSlug: links.checkSlug,
  readDestination: destinations.readDestination,
  uploadLinkImage: linkImages.uploadLinkImage,
  getLinkImage: linkImages.getLinkImage,
  listLinkTemplates: linkTemplates.listLinkTemplates,
  createLinkTemplate: linkTemplates.createLinkTemplate,
  updateLinkTemplate: linkTemplates.updateLinkTemplate,
  deleteLinkTemplate: linkTemplates.deleteLinkTemplate,
  listLinkViews: linkViews.listLinkViews,
  createLinkView: linkViews.createLinkView,
  updateLinkView: linkViews.updateLinkView,
  deleteLinkView: linkViews.deleteLinkView,
  createProjectLink: links.createProjectLink,
  updateProjectLink: links.updateProjectLink,
  deleteProjectLink: links.deleteProjectLink,
  listLinkHistory: linkHistory.listLinkHistory,
  revertLinkChange: linkHistory.revertLinkChange,
  listLinkComments: linkComments.listLinkComments,
  createLinkComment: linkComments.createLinkComment,
  updateLinkComment: linkComments.updateLinkComment,
  deleteLinkComment: linkComments.deleteLinkComment,
  getLinkProposal: linkProposals.getLinkProposal,
  proposeLinkChange: linkProposals.proposeLinkChange,
  approveLinkProposal: linkProposals.approveLinkProposal,
  closeLinkProposal: linkProposals.closeLinkProposal,
  deleteProjectLinks: linkBulk.deleteProjectLinks,
  createProjectLinks: linkBulk.createProjectLinks,
  createLinksForOperator: linkBulk.createLinksForOperator,
  restoreProjectLinks: linkBulk.restoreProjectLinks,
  changeProjectLinks: linkBulk.changeProjectLinks,
  listTags: tags.listTags,
  setTag: tags.setTag,
  listLinkClicks: linkClicks.listLinkClicks,
  listAnnotations: numbers.listAnnotations,
  createAnnotation: numbers.createAnnotation,
  deleteAnnotation: numbers.deleteAnnotation,
  listNumberShares: shares.listNumberShares,
  createNumberShare: shares.createNumberShare,
  deleteNumberShare: shares.deleteNumberShare,
  readSharedNumbers: shares.readSharedNumbers,
  readSharedEvents: shares.readSharedEvents,
  getWeeklyMail: numbers.getWeeklyMail,
  setWeeklyMail: numbers.setWeeklyMail,
  listBuilds: builds.listBuilds,
  getLinkReach: builds.getLinkReach,
  examineReach: builds.examineReach,
  listUnreachable: builds.listUnreachable,
  countInstallations: installations.countInstallations,
  listCustomerPeriods: installations.listCustomerPeriods,
  listInstallations: installations.listInstallations,
  listLinkReceipts: receipts.listLinkReceipts,
  listTestCodes: testCodes.listTestCodes,
  createTestCode: testCodes.createTestCode,
  endTestCode: testCodes.endTestCode,
  listEventSources: eventSources.listEventSources,
  createEventSource: eventSources.createEventSource,
  updateEventSource: eventSources.updateEventSource,
  deleteEventSource: eventSources.deleteEventSource,
  receiveSourceEvents: eventSources.receiveSourceEvents,
  getPlanUsage: plan.getPlanUsage,
  openCheckout: plan.openCheckout,
  openBillingPortal: plan.openBillingPortal,
  receiveStripeEvent: plan.receiveStripeEvent,
  changePlan: plan.changePlan,
  listAuditEntries: audit.listAuditEntries,
  getServer: server.getServer,
  sendTestMail: server.sendTestMail,
  inspectServer: server.inspectServer,
} as const satisfies Record<string, OperationDeclaration>;
