/** How long a link works that signs in or sets a password. */
export const LINK_MINUTES = 15;
