/**
 * Loaded into the web process before anything else (`--import`): answers its parent how long the event loop stood still
 * at most.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const NANOSECONDS_A_MILLISECOND = 1e6;

if (isMainThread && process.send) {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  process.on('message', (message) => {
    if (message === 'longest-block') process.send!({ longestBlockMs: delays.max / NANOSECONDS_A_MILLISECOND });
    if (message === 'forget-blocks') delays.reset();
  });
  // The channel alone keeps nothing alive.
  process.channel?.unref();
}
