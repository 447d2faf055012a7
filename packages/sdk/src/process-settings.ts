/**
 * Capture policy and mask for spans that belong to no client: named runs, and tools nobody asked for. Every mask that a client was given
 * runs, and of every policy the strictest level holds: what one client may not send must not leave by another door.
 */
import { strictest, type CapturePolicy, type Mask } from './capture.ts';
import { currentContext, mergeContext } from './context.ts';
import type { Settings } from './exchange.ts';
import { runMasks } from './gate.ts';

/** Applications that observe a client per request bring a new function each time. */
const MAX_MASKS = 100;

const masks = new Set<Mask>();
let policy: CapturePolicy = {};

export function rememberSettings({ mask, run }: Settings): void {
  if (mask) masks.add(mask);
  const [oldest] = masks;
  if (masks.size > MAX_MASKS && oldest) masks.delete(oldest);
  policy = strictest([policy, run.capture]);
}

export function processSettings(): Settings {
  const run = mergeContext(undefined, currentContext());
  const capture = strictest([run.capture, policy]);
  // What is no string withholds, as everywhere.
  const mask: Mask = (value, where) => runMasks([...masks], value, where) as string;
  return { run: { ...run, capture }, ...(masks.size > 0 && { mask }) };
}
