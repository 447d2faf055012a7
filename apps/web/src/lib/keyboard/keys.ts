// The table of all keyboard commands and their default keys, which users can change (changes.ts). Every row has a
// handler. key-descriptions.ts has the descriptions, which the first load does not need.

export type KeyPlace = 'Everywhere' | 'Lists' | 'Trace' | 'Live' | 'Compare';

export interface KeyBinding {
  /**
   * Each entry is one shortcut: `Mod+k` (⌘ or Ctrl), `g t` (one after the other), `Shift+?` is written `?`. Empty =
   * disabled.
   */
  keys: readonly string[];
  place: KeyPlace;
  /** Also works while typing. */
  inInputs?: boolean;
}

const binding = (place: KeyPlace, keys: KeyBinding['keys']): KeyBinding => ({ place, keys });

export const KEYS = {
  palette: { ...binding('Everywhere', ['Mod+k']), inInputs: true },
  search: binding('Everywhere', ['/']),
  goTraces: binding('Everywhere', ['g t']),
  goSessions: binding('Everywhere', ['g s']),
  goSearch: binding('Everywhere', ['g f']),
  goCosts: binding('Everywhere', ['g c']),
  goReleases: binding('Everywhere', ['g r']),
  goLive: binding('Everywhere', ['g l']),
  goCompare: binding('Everywhere', ['g m']),
  goSettings: binding('Everywhere', ['g ,']),
  next: binding('Lists', ['ArrowDown', 'j']),
  previous: binding('Lists', ['ArrowUp', 'k']),
  pageDown: binding('Lists', ['PageDown']),
  pageUp: binding('Lists', ['PageUp']),
  first: binding('Lists', ['Home']),
  last: binding('Lists', ['End']),
  open: binding('Lists', ['Enter']),
  copyLink: binding('Lists', ['y']),
  peek: binding('Lists', ['Space']),
  select: binding('Lists', ['x']),
  compare: binding('Lists', ['c']),
  inward: binding('Trace', ['ArrowRight']),
  outward: binding('Trace', ['ArrowLeft']),
  nextError: binding('Trace', ['e']),
  previousError: binding('Trace', ['E']),
  nextHidden: binding('Trace', ['h']),
  previousHidden: binding('Trace', ['H']),
  reference: binding('Trace', ['r']),
  referenceBack: binding('Trace', ['R']),
  timeTravel: binding('Trace', ['t']),
  timeBack: binding('Trace', [',']),
  timeForward: binding('Trace', ['.']),
  conversation: binding('Trace', ['C']),
  panelWidth: binding('Trace', ['w']),
  axis: binding('Trace', ['o']),
  agents: binding('Trace', ['a']),
  viewWhy: binding('Trace', ['1']),
  viewSpans: binding('Trace', ['2']),
  viewMessages: binding('Trace', ['3']),
  viewRaw: binding('Trace', ['4']),
  find: { ...binding('Trace', ['Mod+f']), inInputs: true },
  copyStep: binding('Trace', ['Y']),
  follow: binding('Trace', ['L']),
  pauseOrPrevious: binding('Live', ['p']),
  nextDifference: binding('Compare', ['n']),
  swapSides: binding('Compare', ['s']),
  help: binding('Everywhere', ['?']),
  escape: binding('Everywhere', ['Escape']),
} as const satisfies Record<string, KeyBinding>;

export type KeyId = keyof typeof KEYS;

export const KEY_IDS = Object.keys(KEYS) as KeyId[];

export interface KeySettings {
  /** False disables all shortcuts of a single character (WCAG 2.1.4). */
  singleKeys: boolean;
  /** Shortcuts that replace the defaults; an empty list disables the command. */
  ways: Readonly<Partial<Record<KeyId, readonly string[]>>>;
}

export type KeyTable = Readonly<Record<KeyId, KeyBinding>>;

export const DEFAULT_SETTINGS: KeySettings = { singleKeys: true, ways: {} };
