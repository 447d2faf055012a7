// Where an invitation is taken up. The address is its key.
export const invitationPath = (token: string): string => `/invited/${token}`;

/** Takes it up, by a form: a link that a program opens to see what is there takes up nothing. */
export const acceptPath = (token: string): string => `${invitationPath(token)}/accept`;
