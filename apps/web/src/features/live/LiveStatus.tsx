// The connection status, always as text, never by color alone. Screen readers announce changes.
import { KeyHint } from '../../components/controls/KeyHint.tsx';
import type { StreamStatus } from '../../lib/live/stream-state.ts';
import styles from './live.module.css';

/** The labels of the stream's states. */
const STREAMS_WORDS: Readonly<Record<StreamStatus, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  unreachable: 'Server unreachable, retrying',
  away: 'Database unreachable, retrying',
  refused: 'Not connected',
  closed: 'Not connected',
};

interface LiveStatusProps {
  status: StreamStatus;
  isPaused: boolean;
  onPause: (isPaused: boolean) => void;
}

export function LiveStatus({ status, isPaused, onPause }: LiveStatusProps) {
  const isLive = status === 'live';
  const words = isPaused ? 'Paused' : STREAMS_WORDS[status];
  return (
    <span className={styles.status}>
      <span role="status" data-status={isPaused ? 'paused' : status}>
        <span aria-hidden className={styles.lamp}>
          {isPaused ? '❚❚' : isLive ? '●' : '◌'}
        </span>{' '}
        {words}
      </span>
      <button type="button" className={styles.pause} aria-pressed={isPaused} onClick={() => onPause(!isPaused)}>
        {isPaused ? 'Resume' : 'Pause'} <KeyHint id="pauseOrPrevious" />
      </button>
    </span>
  );
}
