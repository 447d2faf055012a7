// The pages that links of a mail open. Their URLs contain a secret token, which opening alone does not use up: scanners
// of mail open every link.
export const signInWithPath = (token: string): string => `/sign-in/link/${token}`;

export const resetPath = (token: string): string => `/sign-in/reset/${token}`;
