'use client';
// The input of the trace: the trace's sums contain its beginning, the first request contains all of it.
import { PlainText } from '../../../components/PlainText.tsx';
import { useSharedTrace } from '../../../lib/shared-trace.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { inputIn, looksCut } from './trace-input.ts';
import { WholeText } from '../panel/ContextText.tsx';
import { useModelContext } from '../panel/use-model-context.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './messages.module.css';

interface TraceInputProps {
  address: TraceAddress;
  asked: string;
  steps: readonly Step[];
  find: string;
}

export function TraceInput({ address, asked, steps, find }: TraceInputProps) {
  const shared = useSharedTrace();
  const first = steps.find(({ kind, span }) => kind !== 'run' && span !== null)?.span?.id;
  return (
    <section className={styles.askedBlock}>
      <h2 className={styles.heading}>Input</h2>
      {first !== undefined && looksCut(asked) && !shared ? (
        <Whole {...{ address, asked, find }} spanId={first} />
      ) : (
        <Beginning {...{ asked, find }} />
      )}
    </section>
  );
}

/** Shows the beginning while the whole text loads, and when it is not available. */
function Whole({
  address,
  asked,
  find,
  spanId,
}: Pick<TraceInputProps, 'address' | 'asked' | 'find'> & { spanId: string }) {
  const { data } = useModelContext(address, spanId, 0);
  const found = data && inputIn(data.messages, asked);
  if (!found) return <Beginning {...{ asked, find }} />;
  return <WholeText {...{ address, spanId, find, ...found }} voice="saying" />;
}

const Beginning = ({ asked, find }: Pick<TraceInputProps, 'asked' | 'find'>) => (
  <p className={styles.asked} dir="auto">
    <PlainText text={asked} find={find} />
  </p>
);
