// Which texts PostgreSQL can store: none of its types has the character NUL, and JSON columns refuse half of a surrogate pair.

export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** For a person who sent such a text. */
export const NOT_STORABLE = 'must not contain the character NUL or half of a surrogate pair';
