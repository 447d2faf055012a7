// A shortcut with the names of the keyboard's keys. Pure; use-key-words.ts detects the keyboard.

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

/** The caption of each key, press by press: `Mod+k` → [['Ctrl', 'k']], `g t` → [['g'], ['t']]. */
export const capsOf = (way: string, mac: boolean): string[][] =>
  way
    .split(' ')
    .map((press) => press.split(/\+(?=.)/).map((key) => (key === 'Mod' ? (mac ? '⌘' : 'Ctrl') : (NAMES[key] ?? key))));

/** `Ctrl k`, `g then t`. */
export const wayWords = (way: string, mac: boolean): string =>
  capsOf(way, mac)
    .map((caps) => caps.join(' '))
    .join(' then ');
