/** What a model said, to be read: it often begins behind a thought with empty lines, which say nothing on a page. Copies have them. Pure. */
export function saidText(text: string): string {
  const shown = text.replace(/^(?:[ \t]*\r?\n)+/, '');
  return shown.trim() === '' ? text : shown;
}
