'use client';
// The usage that an agent run reports for all of its calls, as a receipt, and whether the trace's sums include it.
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../../components/text/PlainText.tsx';
import { Skeleton } from '../../../../components/states/Skeleton.tsx';
import { useTRPC } from '../../../../lib/requests/trpc.ts';
import { ReceiptTable } from './ReceiptTable.tsx';
import { receiptOf } from './receipt.ts';
import { runWords } from './run-words.ts';
import type { TraceAddress } from '../../navigation/trace-address.ts';
import styles from '../panel.module.css';

export function RunFigures({ address, spanId }: { address: TraceAddress; spanId: string }) {
  const trpc = useTRPC();
  // Spans that arrive later may remove it from the sums, so it is reloaded on every mount.
  const query = useQuery(trpc.trace.receipt.queryOptions({ ...address, spanId }));
  if (query.error)
    return (
      <ErrorState
        inline
        title="The figures could not be loaded."
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data) return <Skeleton width="60%" height="0.75rem" />;
  const { responseModel, requestModel, usageSource } = query.data;
  const model = responseModel ?? requestModel;
  return (
    <section>
      <h3>Figures of the run</h3>
      <ReceiptTable receipt={receiptOf(query.data)} />
      <ul className={styles.notes}>
        <li>{runWords(usageSource)}</li>
        {model !== null && (
          <li>
            <PlainText text={model} />
          </li>
        )}
      </ul>
    </section>
  );
}
