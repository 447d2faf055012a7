/** Where on the wire a thought came from, in words. Pure. */

/** What there is to say where the field is not known. */
const BY_FORMAT: Readonly<Record<string, string>> = {
  parsed: 'in a field of its own',
  summary: 'as a summary',
  think_tags: 'in think tags',
  anthropic: 'as a thinking block',
  details: 'in reasoning details',
};

/** `format`: of `ReasoningFormat`, or of a later version; undefined = nobody said. */
export function sourceWords(format: string | null, field: string | null): string | undefined {
  if (format === 'think_tags') return `Came in think tags${field ? ` of ${field}` : ''}`;
  if (field) return `Came as ${field}`;
  const how = BY_FORMAT[format ?? ''];
  return how && `Came ${how}`;
}
