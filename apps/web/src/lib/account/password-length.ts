/** Characters of a password: long instead of complicated, and short enough to hash. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;
