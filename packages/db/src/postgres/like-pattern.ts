/** A LIKE or ILIKE pattern for values that contain the text verbatim, including any wildcard characters in it. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
