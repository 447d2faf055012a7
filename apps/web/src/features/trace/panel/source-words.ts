/** The wire field of a thought, in words. Pure. */

/** The sentence for each format when the field is not known. */
const BY_FORMAT: Readonly<Record<string, string>> = {
  parsed: 'in a field of its own',
  summary: 'as a summary',
  think_tags: 'in think tags',
  anthropic: 'as a thinking block',
  details: 'in reasoning details',
};

/** `format`: a `ReasoningFormat`, or one of a later version; undefined = not reported. */
export function sourceWords(format: string | null, field: string | null): string | undefined {
  if (format === 'think_tags') return `Came in think tags${field ? ` of ${field}` : ''}`;
  if (field) return `Came as ${field}`;
  const how = BY_FORMAT[format ?? ''];
  return how && `Came ${how}`;
}
