// The actions of the audit log with their words. A tRPC mutation is recorded under its path; a test compares the two.
export const AUDIT_ACTIONS = {
  'account.endOtherSessions': 'Signed out everywhere else',
  'account.endSession': 'Ended a session of their own',
  'account.resetPassword': 'Set their password by a link',
  'account.setPassword': 'Set their password',
  'audit.export': 'Exported the audit log',
  'capture.set': 'Changed capture and masking',
  'invitation.accept': 'Accepted an invitation',
  'keys.create': 'Created an API key',
  'keys.rename': 'Renamed an API key',
  'keys.revoke': 'Revoked an API key',
  'keys.rotate': 'Rotated an API key',
  'lists.read': 'Read a list with beginnings of texts',
  'members.invite': 'Invited a member',
  'members.remove': 'Removed a member',
  'members.resetPassword': 'Made or sent a link to set a password',
  'members.revokeInvitation': 'Revoked an invitation',
  'members.setRole': 'Changed a role',
  'onboarding.loadSample': 'Loaded the sample trace',
  'prices.drop': 'Removed a price',
  'prices.reprice': 'Applied a price to stored calls',
  'prices.save': 'Saved a price',
  'quarantine.drop': 'Deleted quarantined data',
  'quarantine.replay': 'Reprocessed quarantined data',
  'scores.change': 'Changed a score or comment',
  'scores.remove': 'Removed a score or comment',
  'scores.set': 'Added a score or comment',
  'session.signIn': 'Signed in',
  'session.signInFailed': 'Failed to sign in',
  'session.signOut': 'Signed out',
  'shareLinks.create': 'Created a share link',
  'shareLinks.revoke': 'Revoked a share link',
  'trace.conversation': 'Exported a conversation',
  'trace.export': 'Exported a trace',
  'trace.read': 'Read the texts of a trace',
  'traces.delete': 'Deleted a trace',
  'traces.mark': 'Changed tags or bookmarks',
  'traces.table': 'Exported the trace list',
  'views.change': 'Changed a saved view',
  'views.create': 'Saved a view',
  'views.remove': 'Removed a saved view',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

const WORDS: Readonly<Record<string, string>> = AUDIT_ACTIONS;

/** An action of another version has no words here, and keeps its name. */
export const auditWords = (action: string): string => WORDS[action] ?? action;
