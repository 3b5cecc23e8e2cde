import type { Route } from '../route.ts';
import { acceptInvitation } from './acceptInvitation.ts';
import { addDomain } from './addDomain.ts';
import { changePassword } from './changePassword.ts';
import { changePlan } from './changePlan.ts';
import { confirmTotp } from './confirmTotp.ts';
import { createAppKey } from './createAppKey.ts';
import { createInvitation } from './createInvitation.ts';
import { createLinksForOperator } from './createLinksForOperator.ts';
import { createProject } from './createProject.ts';
import { createProjectLink } from './createProjectLink.ts';
import { createProjectLinks } from './createProjectLinks.ts';
import { deleteProject } from './deleteProject.ts';
import { deleteProjectLink } from './deleteProjectLink.ts';
import { deleteProjectLinks } from './deleteProjectLinks.ts';
import { disableTotp } from './disableTotp.ts';
import { finishOidcSignIn } from './finishOidcSignIn.ts';
import { forgotPassword } from './forgotPassword.ts';
import { getCurrentUser } from './getCurrentUser.ts';
import { getDomainAssociation } from './getDomainAssociation.ts';
import { getPlanUsage } from './getPlanUsage.ts';
import { getProject } from './getProject.ts';
import { checkSlug } from './checkSlug.ts';
import { getProjectLink } from './getProjectLink.ts';
import { getServer } from './getServer.ts';
import { getSignInOptions } from './getSignInOptions.ts';
import { inspectServer } from './inspectServer.ts';
import { leaveProject } from './leaveProject.ts';
import { listAppKeys } from './listAppKeys.ts';
import { listAuditEntries } from './listAuditEntries.ts';
import { listDomains } from './listDomains.ts';
import { listInstallations } from './listInstallations.ts';
import { listLinkReceipts } from './listLinkReceipts.ts';
import { listInvitations } from './listInvitations.ts';
import { listLinkClicks } from './listLinkClicks.ts';
import { listMembers } from './listMembers.ts';
import { listProjectLinks } from './listProjectLinks.ts';
import { listProjects } from './listProjects.ts';
import { listSessions } from './listSessions.ts';
import { openBillingPortal } from './openBillingPortal.ts';
import { openCheckout } from './openCheckout.ts';
import { readInvitation } from './readInvitation.ts';
import { receiveStripeEvent } from './receiveStripeEvent.ts';
import { refreshSession } from './refreshSession.ts';
import { removeDomain } from './removeDomain.ts';
import { removeMember } from './removeMember.ts';
import { renameAppKey } from './renameAppKey.ts';
import { resendInvitation } from './resendInvitation.ts';
import { resetPassword } from './resetPassword.ts';
import { restoreProjectLinks } from './restoreProjectLinks.ts';
import { revokeAppKey } from './revokeAppKey.ts';
import { revokeInvitation } from './revokeInvitation.ts';
import { revokeOtherSessions } from './revokeOtherSessions.ts';
import { revokeSession } from './revokeSession.ts';
import { rotateAppKey } from './rotateAppKey.ts';
import { sendTestMail } from './sendTestMail.ts';
import { sendVerification } from './sendVerification.ts';
import { setPrimaryDomain } from './setPrimaryDomain.ts';
import { signIn } from './signIn.ts';
import { signInWithCode } from './signInWithCode.ts';
import { signOut } from './signOut.ts';
import { startOidcSignIn } from './startOidcSignIn.ts';
import { startTotp } from './startTotp.ts';
import { transferOwnership } from './transferOwnership.ts';
import { updateCurrentUser } from './updateCurrentUser.ts';
import { updateMember } from './updateMember.ts';
import { updateProject } from './updateProject.ts';
import { updateProjectLink } from './updateProjectLink.ts';
import { useServerDomain } from './useServerDomain.ts';
import { verifyDomain } from './verifyDomain.ts';
import { verifyEmail } from './verifyEmail.ts';

/** Every operation of the dashboard's own document, in its order. */
export const dashboardRoutes: readonly Route[] = [
  getSignInOptions,
  signIn,
  signInWithCode,
  refreshSession,
  signOut,
  getCurrentUser,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  startOidcSignIn,
  finishOidcSignIn,
  updateCurrentUser,
  changePassword,
  forgotPassword,
  resetPassword,
  sendVerification,
  verifyEmail,
  startTotp,
  confirmTotp,
  disableTotp,
  listProjects,
  createProject,
  getProject,
  updateProject,
  deleteProject,
  transferOwnership,
  listMembers,
  updateMember,
  removeMember,
  leaveProject,
  listInvitations,
  createInvitation,
  resendInvitation,
  revokeInvitation,
  readInvitation,
  acceptInvitation,
  listDomains,
  addDomain,
  useServerDomain,
  verifyDomain,
  setPrimaryDomain,
  removeDomain,
  getDomainAssociation,
  listAppKeys,
  createAppKey,
  rotateAppKey,
  renameAppKey,
  revokeAppKey,
  listProjectLinks,
  getProjectLink,
  checkSlug,
  createProjectLink,
  updateProjectLink,
  deleteProjectLink,
  deleteProjectLinks,
  createProjectLinks,
  createLinksForOperator,
  restoreProjectLinks,
  listLinkClicks,
  listInstallations,
  listLinkReceipts,
  getPlanUsage,
  openCheckout,
  openBillingPortal,
  receiveStripeEvent,
  changePlan,
  listAuditEntries,
  getServer,
  sendTestMail,
  inspectServer,
];
