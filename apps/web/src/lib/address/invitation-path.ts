// The page that accepts an invitation. The URL contains the secret token.
export const invitationPath = (token: string): string => `/invited/${token}`;

/** Accepting is a form post, so that link previews and scanners that open the URL do not accept the invitation. */
export const acceptPath = (token: string): string => `${invitationPath(token)}/accept`;
