import { createApiKey } from './account/create-api-key.ts';
import { deleteAccount } from './account/delete-account.ts';
import { deleteAccountExport } from './account/delete-account-export.ts';
import { downloadAccountExport } from './account/download-account-export.ts';
import { getAccountExport } from './account/get-account-export.ts';
import { getUsage } from './account/get-usage.ts';
import { listAccountAudit } from './account/list-account-audit.ts';
import { listApiKeys } from './account/list-api-keys.ts';
import { requestAccountExport } from './account/request-account-export.ts';
import { revokeApiKey } from './account/revoke-api-key.ts';
import { verifyAccountAudit } from './account/verify-account-audit.ts';
import { createSetupLink } from './admin/create-setup-link.ts';
import { discardAsideBatches } from './admin/discard-aside-batches.ts';
import { getCollectorCertificate } from './admin/get-collector-certificate.ts';
import { listAccounts } from './admin/list-accounts.ts';
import { listAsideBatches } from './admin/list-aside-batches.ts';
import { listAuditLog } from './admin/list-audit-log.ts';
import { makeBackup } from './admin/make-backup.ts';
import { renewCollectorCertificate } from './admin/renew-collector-certificate.ts';
import { retryAsideBatches } from './admin/retry-aside-batches.ts';
import { setTier } from './admin/set-tier.ts';
import { changePassword } from './auth/change-password.ts';
import { getMe } from './auth/get-me.ts';
import { logIn } from './auth/log-in.ts';
import { logOutEverywhere } from './auth/log-out-everywhere.ts';
import { register } from './auth/register.ts';
import { addMember } from './members/add-member.ts';
import { changeMemberRole } from './members/change-member-role.ts';
import { listMembers } from './members/list-members.ts';
import { removeMember } from './members/remove-member.ts';
import { removeSecondFactors } from './members/remove-second-factors.ts';
import { renewMemberLink } from './members/renew-member-link.ts';
import { createScimUser } from './scim/create-scim-user.ts';
import { deleteScimUser } from './scim/delete-scim-user.ts';
import { getScimFeatures } from './scim/get-scim-features.ts';
import { getScimUser } from './scim/get-scim-user.ts';
import { listScimUsers } from './scim/list-scim-users.ts';
import { patchScimUser } from './scim/patch-scim-user.ts';
import { replaceScimUser } from './scim/replace-scim-user.ts';
import { beginSession } from './sessions/begin-session.ts';
import { confirmSession } from './sessions/confirm-session.ts';
import { endSession } from './sessions/end-session.ts';
import { inspectSetupLink } from './sessions/inspect-setup-link.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { redeemSetupLink } from './sessions/redeem-setup-link.ts';
import { revokeOtherSessions } from './sessions/revoke-other-sessions.ts';
import { revokeSession } from './sessions/revoke-session.ts';
import { addPasskey } from './sign-in/add-passkey.ts';
import { beginPasskeySession } from './sign-in/begin-passkey-session.ts';
import { confirmApp } from './sign-in/confirm-app.ts';
import { confirmByPasskey } from './sign-in/confirm-by-passkey.ts';
import { finishLogin } from './sign-in/finish-login.ts';
import { finishSession } from './sign-in/finish-session.ts';
import { getSignInMethods } from './sign-in/get-sign-in-methods.ts';
import { offerApp } from './sign-in/offer-app.ts';
import { offerConfirmation } from './sign-in/offer-confirmation.ts';
import { offerPasskey } from './sign-in/offer-passkey.ts';
import { offerPasskeySession } from './sign-in/offer-passkey-session.ts';
import { removeApp } from './sign-in/remove-app.ts';
import { removePasskey } from './sign-in/remove-passkey.ts';
import { renamePasskey } from './sign-in/rename-passkey.ts';
import { renewRecoveryCodes } from './sign-in/renew-recovery-codes.ts';
import { beginLink } from './sso/begin-link.ts';
import { beginSsoConfirmation } from './sso/begin-sso-confirmation.ts';
import { beginSsoSession } from './sso/begin-sso-session.ts';
import { deleteSsoConfig } from './sso/delete-sso-config.ts';
import { finishLink } from './sso/finish-link.ts';
import { finishSsoConfirmation } from './sso/finish-sso-confirmation.ts';
import { finishSsoSession } from './sso/finish-sso-session.ts';
import { getSsoConfig } from './sso/get-sso-config.ts';
import { listProviders } from './sso/list-providers.ts';
import { logOutByProvider } from './sso/log-out-by-provider.ts';
import { removeLink } from './sso/remove-link.ts';
import { setSsoConfig } from './sso/set-sso-config.ts';

/**
 * These operations are about people: how they sign in, their accounts and keys, and what administrators do to these.
 */
export const peopleEndpoints = [
  register,
  logIn,
  getMe,
  changePassword,
  logOutEverywhere,
  beginSession,
  addPasskey,
  beginPasskeySession,
  confirmApp,
  confirmByPasskey,
  finishLogin,
  finishSession,
  getSignInMethods,
  offerApp,
  offerConfirmation,
  offerPasskeySession,
  offerPasskey,
  removeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  endSession,
  confirmSession,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  inspectSetupLink,
  redeemSetupLink,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  getUsage,
  requestAccountExport,
  getAccountExport,
  downloadAccountExport,
  deleteAccountExport,
  deleteAccount,
  listAccountAudit,
  verifyAccountAudit,
  listMembers,
  removeSecondFactors,
  addMember,
  changeMemberRole,
  removeMember,
  renewMemberLink,
  listAccounts,
  setTier,
  createSetupLink,
  listAuditLog,
  listAsideBatches,
  retryAsideBatches,
  makeBackup,
  getCollectorCertificate,
  renewCollectorCertificate,
  discardAsideBatches,
  getSsoConfig,
  setSsoConfig,
  deleteSsoConfig,
  listProviders,
  beginSsoSession,
  finishSsoSession,
  beginSsoConfirmation,
  finishSsoConfirmation,
  beginLink,
  finishLink,
  removeLink,
  logOutByProvider,
  listScimUsers,
  getScimUser,
  createScimUser,
  replaceScimUser,
  patchScimUser,
  deleteScimUser,
  getScimFeatures,
] as const;
