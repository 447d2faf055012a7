/** What the state of the stream is called. */
import type { StreamStatus } from '../../lib/live/keep-open.ts';

export const STREAMS_WORDS: Readonly<Record<StreamStatus, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  refused: 'Not connected',
  closed: 'Not connected',
};
