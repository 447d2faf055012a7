/**
 * Capture policy and mask for spans that belong to no client: named runs, and tools nobody asked for. Every mask that a client was given
 * runs, and of every policy the strictest level holds: what one client may not send must not leave by another door.
 */
import type { CaptureLevel, CapturePolicy, Mask } from './capture.ts';
import { currentContext, mergeContext } from './context.ts';
import type { Settings } from './exchange.ts';

const STRICTNESS: readonly CaptureLevel[] = ['full', 'length', 'none'];

/** Applications that observe a client per request bring a new function each time. */
const MAX_MASKS = 100;

const masks = new Set<Mask>();
const strictest: CapturePolicy = {};

export function rememberSettings({ mask, run }: Settings): void {
  if (mask) masks.add(mask);
  const [oldest] = masks;
  if (masks.size > MAX_MASKS && oldest) masks.delete(oldest);
  tighten(strictest, run.capture);
}

export function processSettings(): Settings {
  const run = mergeContext(undefined, currentContext());
  const capture = { ...run.capture };
  tighten(capture, strictest);
  const mask: Mask = (value, where) => [...masks].reduce((text, next) => next(text, where), value);
  return { run: { ...run, capture }, ...(masks.size > 0 && { mask }) };
}

function tighten(policy: CapturePolicy, other: CapturePolicy = {}): void {
  for (const [kind, level] of Object.entries(other) as [keyof CapturePolicy, CaptureLevel][]) {
    if (STRICTNESS.indexOf(level) > STRICTNESS.indexOf(policy[kind] ?? 'full')) policy[kind] = level;
  }
}
