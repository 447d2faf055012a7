/**
 * The capture policy and mask of spans that belong to no client: named runs, and tools that no model requested. All
 * masks of all clients run, and the strictest level of all policies applies: content that one client must not send must
 * not leave in another span.
 */
import { strictest, type CapturePolicy, type Mask } from '../privacy/capture.ts';
import { currentContext, mergeContext } from '../exchange/context.ts';
import type { Settings } from '../exchange/exchange.ts';
import { runMasks } from '../privacy/redactor.ts';

/** Applications that observe a client per request pass a new function each time. */
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
  // A result that is not a string withholds, as in every mask.
  const mask: Mask = (value, where) => runMasks([...masks], value, where) as string;
  return { run: { ...run, capture }, ...(masks.size > 0 && { mask }) };
}
