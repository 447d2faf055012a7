/**
 * A model's message for display: it often begins with empty lines after a thought, which are removed here. Copies keep
 * them. Pure.
 */
export function shownMessage(text: string): string {
  const shown = text.replace(/^(?:[ \t]*\r?\n)+/, '');
  return shown.trim() === '' ? text : shown;
}
