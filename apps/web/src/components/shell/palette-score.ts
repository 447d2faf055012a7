/**
 * How well a command matches the typed text, from 0 (not at all) to 1: by words, not by letters scattered anywhere.
 * Pure.
 */
export function paletteScore(label: string, typed: string, keywords: readonly string[] = []): number {
  const name = label.toLowerCase();
  const all = [name, ...keywords.map((word) => word.toLowerCase())].join(' ');
  const scores = typed
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (name.startsWith(word) ? 1 : beginsWord(all, word) ? 0.8 : all.includes(word) ? 0.4 : 0));
  return Math.min(1, ...scores);
}

const beginsWord = (text: string, word: string): boolean => ` ${text}`.includes(` ${word}`);
