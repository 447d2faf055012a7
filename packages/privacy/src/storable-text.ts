// PostgreSQL cannot store the character NUL in any text type, and JSON columns refuse half of a surrogate pair.

export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Part of the message to a person who sent such a text. */
export const NOT_STORABLE = 'must not contain the character NUL or half of a surrogate pair';
