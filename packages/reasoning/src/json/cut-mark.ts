/** The mark of a text that was cut, as the SDK and ingest write it. */
const CUT = /\n?… \[cut: (?:(\d{1,15}) more characters|\d{1,15} of (\d{1,15}) characters kept)\]$/;

/** The marker at the end of a text that was cut, by its sender or here, and the length before the cut. */
export function cutOf(text: string): { mark: string; of: number } | undefined {
  const found = CUT.exec(text.slice(-120));
  if (!found) return undefined;
  const [mark, more, of] = found;
  return { mark, of: of === undefined ? text.length - mark.length + Number(more) : Number(of) };
}
