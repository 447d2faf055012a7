/** For LIKE and ILIKE: what contains the text verbatim, whatever signs are in it. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
