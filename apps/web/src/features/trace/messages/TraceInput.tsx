'use client';
// The input of the trace: the trace's sums contain its beginning, the first request contains all of it.
import { PlainText } from '../../../components/text/PlainText.tsx';
import { useTextRefusal } from '../../../lib/traces/shared-trace.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { PartMedia } from '../media/later-media.tsx';
import { WholeText } from '../panel/context/ContextText.tsx';
import { useModelContext, type ContextMessage, type ContextTextAddress } from '../panel/context/use-model-context.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './messages.module.css';

interface TraceInputProps {
  address: TraceAddress;
  asked: string;
  steps: readonly Step[];
  find: string;
}

export function TraceInput({ address, asked, steps, find }: TraceInputProps) {
  const refusal = useTextRefusal();
  const first = firstModelCall(steps);
  return (
    <section className={styles.askedBlock}>
      <h2 className={styles.heading}>Input</h2>
      {first !== undefined && !refusal ? (
        <Whole {...{ address, asked, find }} spanId={first} />
      ) : (
        <Beginning {...{ asked, find }} />
      )}
    </section>
  );
}

/** The span of the model call whose request holds the input. */
export const firstModelCall = (steps: readonly Step[]): string | undefined =>
  steps.find(({ kind, span }) => kind !== 'run' && span !== null)?.span?.id;

/**
 * Shows the beginning while the whole text loads, and when it is not available. Images and recordings of the input
 * follow it.
 */
function Whole({
  address,
  asked,
  find,
  spanId,
}: Pick<TraceInputProps, 'address' | 'asked' | 'find'> & { spanId: string }) {
  const { data } = useModelContext(address, spanId, 0);
  const found = data && inputIn(data.messages, asked);
  if (!found) return <Beginning {...{ asked, find }} />;
  const { index } = found.place;
  return (
    <>
      {looksCut(asked) ? (
        <WholeText {...{ address, spanId, find, ...found }} voice="saying" />
      ) : (
        <Beginning {...{ asked, find }} />
      )}
      {data.messages
        .find((message) => message.index === index)
        ?.parts.map(({ media }, part) => (
          <PartMedia key={part} {...{ address, media }} place={{ spanId, from: 'request', index, part }} />
        ))}
    </>
  );
}

const Beginning = ({ asked, find }: Pick<TraceInputProps, 'asked' | 'find'>) => (
  <p className={styles.asked} dir="auto">
    <PlainText text={asked} find={find} />
  </p>
);

/** Maximum length of the stored beginning, in UTF-16 units; a shorter text is complete. */
const BEGINNING = 160;
/** Texts that share this many characters count as equal, because the beginning may end with a truncation mark. */
const ALIKE = 60;

export const looksCut = (asked: string): boolean => asked.length >= BEGINNING - 1;

/**
 * Position of the text that begins with the stored beginning of the input; the last one, because the history may
 * contain the same text.
 */
export function inputIn(
  messages: readonly ContextMessage[],
  asked: string,
): { place: ContextTextAddress; characters: number } | undefined {
  const beginning = alike(asked);
  for (const { index, role, parts } of messages.toReversed()) {
    if (role !== 'user') continue;
    const part = parts.findIndex(({ kind, preview }) => kind === 'text' && alike(preview) === beginning);
    if (part >= 0) return { place: { section: 'message', index, part }, characters: parts[part]!.characters };
  }
  return undefined;
}

const alike = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, ALIKE);
