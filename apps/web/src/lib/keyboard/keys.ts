// The one table of keyboard commands and their default keys; a person may change the keys (changes.ts). A row exists only when something
// answers it.

export type KeyPlace = 'Everywhere' | 'Lists' | 'Trace' | 'Live' | 'Compare';

export interface KeyBinding {
  /** Each entry is one way to press it: `Mod+k` (⌘ or Ctrl), `g t` (one after the other), `Shift+?` is written `?`. None = switched off. */
  keys: readonly string[];
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
  goSessions: binding('Everywhere', ['g s'], 'Go to sessions'),
  goSearch: binding('Everywhere', ['g f'], 'Go to the search in thoughts'),
  goCosts: binding('Everywhere', ['g c'], 'Go to costs'),
  goLive: binding('Everywhere', ['g l'], 'Go to live steps'),
  goCompare: binding('Everywhere', ['g m'], 'Go to the comparison of two traces'),
  goSettings: binding('Everywhere', ['g ,'], 'Go to settings'),
  next: binding('Lists', ['ArrowDown', 'j'], 'Next row'),
  previous: binding('Lists', ['ArrowUp', 'k'], 'Previous row'),
  pageDown: binding('Lists', ['PageDown'], 'Ten rows down'),
  pageUp: binding('Lists', ['PageUp'], 'Ten rows up'),
  first: binding('Lists', ['Home'], 'First row'),
  last: binding('Lists', ['End'], 'Last row'),
  open: binding('Lists', ['Enter'], 'Open; in a trace, the panel; in a comparison, the step'),
  copyLink: binding('Lists', ['y'], 'Copy a link to the row'),
  peek: binding(
    'Lists',
    ['Space'],
    'Among traces and hits: peek at the trace; in a trace or a session, at the thoughts',
  ),
  select: binding('Lists', ['x'], 'In the list of traces: select the row, or no longer'),
  compare: binding('Lists', ['c'], 'Compare the two selected traces; elsewhere, this trace with another'),
  inward: binding('Trace', ['ArrowRight'], 'Into the calls, or expand'),
  outward: binding('Trace', ['ArrowLeft'], 'Out of the calls, or collapse'),
  nextError: binding('Trace', ['e'], 'Next error'),
  previousError: binding('Trace', ['E'], 'Previous error'),
  nextHidden: binding('Trace', ['h'], 'Next step that is at least half hidden'),
  previousHidden: binding('Trace', ['H'], 'Previous step that is at least half hidden'),
  reference: binding('Trace', ['r'], 'To the thought that the step shares'),
  referenceBack: binding('Trace', ['R'], 'Back from it'),
  timeTravel: binding('Trace', ['t'], 'Time travel: the trace as of the step, and back'),
  timeBack: binding('Trace', [','], 'One step back in time'),
  timeForward: binding('Trace', ['.'], 'One step forward in time'),
  conversation: binding('Trace', ['C'], 'Conversation as of the step, to go on from there'),
  panelWidth: binding('Trace', ['w'], 'Width of the panel'),
  axis: binding('Trace', ['o'], 'Axis: order or time'),
  viewWhy: binding('Trace', ['1'], 'Why view'),
  viewSpans: binding('Trace', ['2'], 'Spans view'),
  viewMessages: binding('Trace', ['3'], 'Messages view'),
  viewRaw: binding('Trace', ['4'], 'Raw view'),
  find: { ...binding('Trace', ['Mod+f'], 'Find in the trace; again: find of the browser'), inInputs: true },
  copyStep: binding('Trace', ['Y'], 'Copy the step as Markdown'),
  follow: binding('Trace', ['L'], 'Follow the newest step'),
  pauseOrPrevious: binding('Live', ['p'], 'Pause, or go on; in a comparison, the previous difference'),
  nextDifference: binding('Compare', ['n'], 'Next difference'),
  swapSides: binding('Compare', ['s'], 'Swap the sides'),
  help: binding('Everywhere', ['?'], 'List of all keys'),
  escape: binding('Everywhere', ['Escape'], 'Close, then back out one level'),
} as const satisfies Record<string, KeyBinding>;

export type KeyId = keyof typeof KEYS;
