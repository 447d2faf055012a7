/** The labels of the stream's states. */
import type { StreamStatus } from '../../lib/live/stream-state.ts';

export const STREAMS_WORDS: Readonly<Record<StreamStatus, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  unreachable: 'No answer, trying again',
  away: 'Database away, trying again',
  refused: 'Not connected',
  closed: 'Not connected',
};
