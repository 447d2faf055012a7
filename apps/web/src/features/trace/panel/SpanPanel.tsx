'use client';
// A span that belongs to no step, as it was sent.
import { X } from 'lucide-react';
import { IconButton } from '../../../components/controls/Button.tsx';
import { useLabel } from '../../../lib/keyboard/use-key-words.ts';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { Duration } from '../../../components/figures/numbers.tsx';
import { useTextRefusal } from '../../../lib/traces/shared-trace.ts';
import type { SpanRow } from '../../../lib/skeleton/skeleton.ts';
import { type OpenCall } from '../../../lib/steps/call-outcome.ts';
import { openSpanWords } from '../../../lib/steps/sentences.ts';
import { Payload } from './RawTab.tsx';
import { RunFigures } from './receipt/RunFigures.tsx';
import { isReportingRun } from './receipt/run-words.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './panel.module.css';

interface SpanPanelProps {
  address: TraceAddress;
  span: SpanRow;
  /** How a span without an end is described. */
  open: OpenCall;
  onClose: () => void;
}

export function SpanPanel({ address, span, open, onClose }: SpanPanelProps) {
  const refusal = useTextRefusal();
  return (
    <aside className={styles.panel} data-step-panel aria-label="Span">
      <header className={styles.head}>
        <h2>Span</h2>
        <p className={styles.paid}>
          <PlainText text={span.name} />,{' '}
          {span.duration === null ? openSpanWords(span, open) : <Duration milliseconds={span.duration} />}
        </p>
        <span />
        <IconButton label={useLabel('Close the panel', 'escape')} onClick={onClose}>
          <X size={14} aria-hidden />
        </IconButton>
      </header>
      <div className={styles.body} tabIndex={0} role="region" aria-label="Details of the span">
        {span.statusMessage && (
          <p className={styles.outcome} data-status={span.status}>
            <PlainText text={span.statusMessage} />
          </p>
        )}
        {refusal ? (
          <p className={styles.quiet}>{refusal}</p>
        ) : (
          <>
            {isReportingRun(span) && <RunFigures key={`run ${span.id}`} address={address} spanId={span.id} />}
            <Payload key={span.id} address={address} spanId={span.id} />
          </>
        )}
      </div>
    </aside>
  );
}
