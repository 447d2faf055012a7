// The pages that links of a mail open. Their URLs contain a secret token, which opening alone does not use up: scanners
// of mail open every link.
export const signInWithPath = (token: string): string => `/sign-in/link/${token}`;

export const resetPath = (token: string): string => `/sign-in/reset/${token}`;

/** Asks for the second factor after a password or a link. */
export const SECOND_FACTOR_PATH = '/sign-in/second-factor';

/** Where a user without a second factor sets one up, if the operator requires it. */
export const SET_UP_SECOND_FACTOR_PATH = '/second-factor';
