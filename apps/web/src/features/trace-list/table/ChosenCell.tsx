// The cells of optional columns. Their code is loaded after the first page.
import type { ReactNode } from 'react';
import { Duration, Tokens } from '../../../components/figures/numbers.tsx';
import { CheckMarks } from '../../../components/figures/CheckMarks.tsx';
import { ScoreMarks } from '../../../components/figures/ScoreMarks.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { exactCount } from '../../../lib/figures/format.ts';
import { tookOf } from '../../../lib/figures/took.ts';
import { scoreOf, type ColumnId, type ScoreColumnId } from './list-columns.ts';
import { outcomeOf } from '../../../lib/traces/trace-outcome.ts';
import type { TraceRow } from './trace-row.ts';
import styles from '../list.module.css';

export type ChosenColumn =
  | Extract<
      ColumnId,
      | 'errors'
      | 'thinking'
      | 'duration'
      | 'session'
      | 'user'
      | 'env'
      | 'release'
      | 'service'
      | 'metadata'
      | 'tags'
      | 'scores'
      | 'checks'
    >
  | ScoreColumnId;

export function ChosenCell({ id, row }: { id: ChosenColumn; row: TraceRow }): ReactNode {
  switch (id) {
    case 'errors':
      return <span className={row.errors > 0 ? styles.failedTool : undefined}>{exactCount(row.errors)}</span>;
    case 'thinking':
      return <Tokens count={row.generationsReporting === 0 ? null : row.reasoningTokens} />;
    case 'duration':
      return <Took row={row} />;
    case 'session':
      return <Named text={row.sessionId} />;
    case 'user':
      return <Named text={row.userId} />;
    case 'env':
      return <Named text={row.environment} />;
    case 'release':
      return <Named text={row.release} />;
    case 'service':
      return <Named text={row.service} />;
    case 'metadata':
      return <Named text={metadataLine(row.metadata) || null} />;
    case 'tags':
      return <Named text={row.tags.join(', ') || null} />;
    case 'checks':
      return <CheckMarks of={row.checks} />;
    case 'scores':
      return <ScoreMarks of={row.scores} />;
    default:
      return <ScoreMarks of={row.scores} name={scoreOf(id)} />;
  }
}

/** `customer: acme, region: eu` */
const metadataLine = (metadata: TraceRow['metadata']): string =>
  metadata.map(([key, value]) => `${key}: ${value}`).join(', ');

/** A running trace has no duration yet, only its elapsed time. */
function Took({ row }: { row: TraceRow }) {
  return (
    <>
      <Duration {...tookOf(row)} />
      {outcomeOf(row) === 'running' && <span title="still running">…</span>}
    </>
  );
}

function Named({ text }: { text: string | null }) {
  if (text === null) return <span className={styles.quiet}>—</span>;
  return (
    <span title={text.slice(0, 300)}>
      <PlainText text={text} />
    </span>
  );
}
