'use client';
// Cost: the receipt of the step's response with the rates in force, and the step's own share when the response has
// several steps.
import { isTask } from '@subtext/reasoning';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { ErrorState } from '../../../../components/states/ErrorState.tsx';
import { Percent } from '../../../../components/figures/numbers.tsx';
import { PlainText } from '../../../../components/text/PlainText.tsx';
import { Skeleton } from '../../../../components/states/Skeleton.tsx';
import { StepMoney } from '../../../../components/steps/StepMoney.tsx';
import { exactCount, plural, shareOf } from '../../../../lib/figures/format.ts';
import { later } from '../../../../lib/later.ts';
import { useTRPC } from '../../../../lib/requests/trpc.ts';
import { ReceiptTable } from './ReceiptTable.tsx';
import { receiptOf, type SpanReceipt } from './receipt.ts';
import { isAwaited, nano, paidSentence, RUN_ABOVE, reportedTotal, whyNoCost } from '../../../../lib/steps/sentences.ts';
import type { Step } from '../../../../lib/steps/step-tree.ts';
import type { TraceAddress } from '../../navigation/trace-address.ts';
import styles from '../panel.module.css';

const StepTimes = later(async () => (await import('./StepTimes.tsx')).StepTimes);

/** What a step cost, and how long it took. */
export function CostTab(props: CostTabProps) {
  return (
    <Suspense>
      <StepCost {...props} />
    </Suspense>
  );
}

interface CostTabProps {
  address: TraceAddress;
  step: Step;
}

function StepCost({ address, step }: CostTabProps) {
  const trpc = useTRPC();
  const spanId = step.kind === 'run' || isAwaited(step) ? undefined : step.span?.id;
  const query = useQuery({
    ...trpc.trace.receipt.queryOptions({ ...address, spanId: spanId ?? '' }),
    enabled: spanId !== undefined,
    // Invalidated when the span's figures change: see use-changed-spans.ts.
    staleTime: Infinity,
  });
  if (isAwaited(step) || (step.kind === 'response' && !step.paid))
    return <p>{paidSentence(step)} There is no receipt.</p>;
  if (!spanId)
    return (
      <div className={styles.sections}>
        <p>Running a tool has no price of its own. The response that requests it is charged.</p>
        <StepTimes step={step} />
      </div>
    );
  if (query.error)
    return (
      <ErrorState
        inline
        title="The receipt could not be loaded."
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data) return <Skeleton width="60%" height="0.75rem" />;
  return (
    <div className={styles.sections}>
      {step.siblings > 1 && <Share step={step} />}
      <section>
        <h3>{step.siblings > 1 ? 'Receipt of the whole response' : 'Receipt'}</h3>
        <ReceiptTable receipt={receiptOf(query.data)} />
        <Notes span={query.data} clamped={receiptOf(query.data).clamped} />
      </section>
      <StepTimes step={step} receipt={query.data} />
    </div>
  );
}

function Share({ step }: { step: Step }) {
  const { paid, siblings, number } = step;
  if (!paid) return null;
  const share =
    paid.cost === null || paid.hiddenCost === null ? undefined : shareOf(nano(paid.hiddenCost), nano(paid.cost));
  return (
    <section>
      <h3>Step {number}, its share</h3>
      <p>
        <StepMoney step={step} />, hidden <Percent share={share} />.{' '}
        <span className={styles.quiet}>
          One response has {plural(siblings, 'step')}, so its cost is split by the length of their texts
          {paid.lack === 'lengths' && ', not all of which are shown here'}. The total below is exact.
        </span>
      </p>
    </section>
  );
}

function Notes({ span, clamped }: { span: SpanReceipt; clamped: boolean }) {
  const { price, costSource, requestModel, responseModel, provider, reasoningEffort } = span;
  const { outputSource, reasoningSource } = span;
  const model = responseModel ?? requestModel ?? 'unknown model';
  const told = reportedTotal(costSource);
  return (
    <ul className={styles.notes}>
      <li>
        <PlainText text={[model, provider && `by ${provider}`].filter(Boolean).join(' ')} />
        {reasoningEffort && <PlainText text={`, reasoning effort ${reasoningEffort}`} />}
      </li>
      {told !== undefined && <li>{told}</li>}
      {price && (
        <li>
          Prices of {price.asOf}
          {price.matchedModel !== model && `, listed as ${price.matchedModel}`}
        </li>
      )}
      {price?.promptOver != null && (
        <li>Higher rates, because the prompt has more than {exactCount(price.promptOver)} tokens</li>
      )}
      {costSource === null && span.usageSource !== 'run_above' && <li>{whyNoCost(span)} It is not in any total.</li>}
      {span.usageSource === 'run_above' && <li>{RUN_ABOVE}</li>}
      {outputSource === 'apportioned' && <li>Output tokens are a share of the sum of several responses.</li>}
      {reasoningSource === null && !isTask(span.kind) && <li>The provider did not report thinking tokens.</li>}
      {reasoningSource === 'derived' && <li>Thinking tokens are the difference of other reported figures.</li>}
      {clamped && <li>⚠ More thinking than output was reported; it is shown as all of the output.</li>}
    </ul>
  );
}
