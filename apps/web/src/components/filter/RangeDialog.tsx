'use client';
// A range between two times in the user's time zone, stored in the URL as absolute times.
import { useState, type SyntheticEvent } from 'react';
import { parseTimeRange } from '../../lib/time/time-range.ts';
import { Button } from '../controls/Button.tsx';
import { Dialog } from '../controls/Dialog.tsx';
import { TextField } from '../controls/Field.tsx';
import styles from './filter.module.css';

interface RangeDialogProps {
  range: string;
  /** What the range selects, for the dialog's text. */
  what?: string;
  onChange: (range: string) => void;
  onClose: () => void;
}

const DAY_MS = 86_400_000;

/** The value of a datetime-local input: local time without a zone. */
function localText(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Leaves out the seconds and milliseconds that the user did not enter. */
const isoText = (local: string): string => new Date(local).toISOString().replace(':00.000Z', 'Z');

export function RangeDialog({ range, what = 'Traces that started', onChange, onClose }: RangeDialogProps) {
  const [given] = useState(() => {
    const now = new Date();
    return parseTimeRange(range, now) ?? { from: new Date(now.getTime() - DAY_MS), to: now };
  });
  const [from, setFrom] = useState(localText(given.from));
  const [to, setTo] = useState(localText(given.to));
  const isOrdered = from !== '' && to !== '' && from < to;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isOrdered) return;
    onChange(`${isoText(from)}..${isoText(to)}`);
    onClose();
  };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="From … to …"
      description={`${what} in this time, ${zone}.`}
    >
      <form onSubmit={submit} className={styles.dates}>
        <TextField
          label="From"
          type="datetime-local"
          required
          autoFocus
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          label="To"
          type="datetime-local"
          required
          value={to}
          note={isOrdered ? undefined : 'The end must be after the start.'}
          onChange={(event) => setTo(event.target.value)}
        />
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isOrdered}>
            Show
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
