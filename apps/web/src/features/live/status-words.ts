/** The labels of the stream's states. */
import type { StreamStatus } from '../../lib/live/stream-state.ts';

export const STREAMS_WORDS: Readonly<Record<StreamStatus, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  unreachable: 'Server unreachable, retrying',
  away: 'Database unreachable, retrying',
  refused: 'Not connected',
  closed: 'Not connected',
};
