// The one table of keyboard commands: the listener, the palette and the help dialog read it. A row exists only when something answers it.

export type KeyPlace = 'Everywhere' | 'Lists' | 'Trace';

export interface KeyBinding {
  /** Each entry is one way to press it: `Mod+k` (⌘ or Ctrl), `g t` (one after the other), `Shift+?` is written `?`. */
  keys: readonly [string, ...string[]];
  place: KeyPlace;
  does: string;
  /** Works while typing, too. */
  inInputs?: boolean;
}

const binding = (place: KeyPlace, keys: KeyBinding['keys'], does: string): KeyBinding => ({ place, keys, does });

export const KEYS = {
  palette: { ...binding('Everywhere', ['Mod+k'], 'Command palette'), inInputs: true },
  search: binding('Everywhere', ['/'], 'Go to the filter of the page'),
  goTraces: binding('Everywhere', ['g t'], 'Go to traces'),
  goCosts: binding('Everywhere', ['g c'], 'Go to costs'),
  goSettings: binding('Everywhere', ['g ,'], 'Go to settings'),
  help: binding('Everywhere', ['?'], 'This list'),
  escape: binding('Everywhere', ['Escape'], 'Close, then back out one level'),
} as const satisfies Record<string, KeyBinding>;

export type KeyId = keyof typeof KEYS;
