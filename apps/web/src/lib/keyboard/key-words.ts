// A way to press a command in the words of a keyboard. Pure; use-key-words.ts knows which keyboard it is.

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Shift: '⇧',
};

/** What stands on each key, press by press: `Mod+k` → [['Ctrl', 'k']], `g t` → [['g'], ['t']]. */
export const capsOf = (way: string, mac: boolean): string[][] =>
  way
    .split(' ')
    .map((press) => press.split(/\+(?=.)/).map((key) => (key === 'Mod' ? (mac ? '⌘' : 'Ctrl') : (NAMES[key] ?? key))));

/** `Ctrl k`, `g then t`. */
export const wayWords = (way: string, mac: boolean): string =>
  capsOf(way, mac)
    .map((caps) => caps.join(' '))
    .join(' then ');
