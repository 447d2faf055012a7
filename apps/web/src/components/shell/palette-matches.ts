// Which commands of the palette match the typed text, best first. Pure.

interface Named {
  label: string;
  /** Other words that find the command. */
  keywords?: readonly string[];
}

/**
 * How well a command matches the typed text, from 0 (not at all) to 1: by words, not by letters scattered anywhere.
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

/** The matching commands, best first; in their own order while nothing is typed. */
export function matching<Command extends Named>(commands: readonly Command[], typed: string): Command[] {
  return commands
    .map((command) => ({ command, score: paletteScore(command.label, typed, command.keywords) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ command }) => command);
}
