'use client';
// Raw: the spans of a step, as they were sent.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { Choice } from '../../../components/controls/Choice.tsx';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { exactCount } from '../../../lib/figures/format.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';
import { useTextRefusal } from '../../../lib/traces/shared-trace.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import { JsonOrText } from '../json/JsonOrText.tsx';
import { loadPieces, PIECE } from '../text/load-pieces.ts';
import { prettyJson } from '../json/pretty-json.ts';
import { TakeText } from '../text/TakeText.tsx';
import { callLabel, type Step } from '../../../lib/steps/step-tree.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './panel.module.css';

interface Source {
  spanId: string;
  label: string;
}

/** More spans than fit into a line or two are shown as a select. */
const MAX_BUTTONS = 6;

export function RawTab({ address, step, call = -1 }: { address: TraceAddress; step: Step; call?: number }) {
  const sources = sourcesOf(step);
  const [picked, setPicked] = useState<{ call: number; spanId: string }>();
  // Selecting another call shows that call's span.
  const chosen = picked?.call === call ? picked.spanId : step.calls[call]?.execution?.spanId;
  const setChosen = (spanId: string) => setPicked({ call, spanId });
  const spanId = sources.find((source) => source.spanId === chosen)?.spanId ?? sources[0]?.spanId;
  if (!spanId) return <p>No span of this step was received.</p>;
  return (
    <div className={styles.sections}>
      {sources.length > MAX_BUTTONS && (
        <select
          aria-label="Span"
          className={styles.source}
          value={spanId}
          onChange={(event) => setChosen(event.target.value)}
        >
          {sources.map((source) => (
            <option key={source.spanId} value={source.spanId}>
              {drawnText(source.label)}
            </option>
          ))}
        </select>
      )}
      {sources.length > 1 && sources.length <= MAX_BUTTONS && (
        <Choice
          label="Span"
          value={spanId}
          options={sources.map((source) => ({ value: source.spanId, label: drawnText(source.label) }))}
          onChoose={setChosen}
        />
      )}
      <Payload key={spanId} address={address} spanId={spanId} />
    </div>
  );
}

/** The payload of a span as it was sent, loaded in pieces. */
export function Payload({ address, spanId }: { address: TraceAddress; spanId: string }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const [offset, setOffset] = useState(0);
  const refusal = useTextRefusal();
  const pieceAt = (at: number) => ({
    ...trpc.trace.payload.queryOptions({ ...address, spanId, offset: at }),
    staleTime: Infinity,
  });
  const query = useQuery({ ...pieceAt(offset), enabled: !refusal });
  if (refusal) return <p className={styles.quiet}>{refusal}</p>;
  if (query.error)
    return (
      <ErrorState
        inline
        title="The payload could not be loaded."
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.data === undefined) return <Skeleton width="60%" height="0.75rem" />;
  if (query.data === null) return <p className={styles.quiet}>The span was stored without its payload.</p>;
  const { text, totalCharacters, spanId: id } = query.data;
  const load = () => loadPieces(totalCharacters, (at) => client.fetchQuery(pieceAt(at)));
  const whole = offset === 0 && text.length >= totalCharacters;
  const end = Math.min(offset + PIECE, totalCharacters);
  return (
    <section>
      <p className={styles.rest}>
        <span>
          span <code>{id}</code>,{' '}
          {whole
            ? exactCount(totalCharacters)
            : `${exactCount(offset)}–${exactCount(end)} of ${exactCount(totalCharacters)}`}{' '}
          characters
        </span>
        <CopyButton text={text} label={whole ? 'Copy' : 'Copy this part'} />
        {!whole && <TakeText name={`span-${id}`} total={totalCharacters} load={load} />}
        {offset > 0 && <Button onClick={() => setOffset(offset - PIECE)}>Before</Button>}
        {end < totalCharacters && <Button onClick={() => setOffset(offset + PIECE)}>Next</Button>}
      </p>
      <JsonOrText
        id={[address.trace, spanId, 'payload']}
        name="payload"
        text={text}
        total={totalCharacters}
        isWhole={whole}
        load={load}
        find=""
      >
        <pre className={styles.raw} tabIndex={0} aria-label="Payload">
          <PlainText text={whole ? prettyJson(text) : text} />
        </pre>
      </JsonOrText>
    </section>
  );
}

function sourcesOf(step: Step): Source[] {
  const sources = new Map<string, string>();
  if (step.span) sources.set(step.span.id, step.kind === 'run' ? `ran ${step.span.name}` : 'model call');
  step.calls.forEach((call, index) => {
    if (call.execution && !sources.has(call.execution.spanId))
      sources.set(call.execution.spanId, `ran ${callLabel(step, index)} ${call.tool}`);
  });
  return [...sources].map(([spanId, label]) => ({ spanId, label }));
}
