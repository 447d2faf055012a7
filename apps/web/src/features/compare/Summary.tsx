// What differs between both runs, in a sentence at the top. The steps that it names are links.
import { useMemo } from 'react';
import { PlainText } from '../../components/text/PlainText.tsx';
import type { Step } from '../../lib/steps/step-tree.ts';
import { drawnText } from '../../lib/text/visible-text.ts';
import { isFork, type Pair } from '../../lib/compare/align.ts';
import { differingValues } from '../../lib/compare/differing-values.ts';
import { summarySentence } from '../../lib/compare/summary-sentence.ts';
import { useTexts, type TextOf } from './diff/use-diff.ts';
import type { Side } from './sides/use-side.ts';
import styles from './compare.module.css';

interface SummaryProps {
  project: string;
  sides: { a: Side; b: Side };
  pairs: readonly Pair[];
  onStep: (pair: Pair) => void;
}

export function Summary({ project, sides, pairs, onStep }: SummaryProps) {
  const steps = { a: sides.a.steps ?? [], b: sides.b.steps ?? [] };
  const valuesAt = pairs.find(isFork);
  const given = argumentsAt(steps, valuesAt);
  const text = (side: 'a' | 'b'): TextOf | undefined =>
    given && { project, trace: sides[side].trace, keys: [given[side]], field: 'arguments', isPartial: false };
  const texts = useTexts(text('a'), text('b'));
  const values = useMemo(() => texts && differingValues(texts.a, texts.b), [texts]);
  const failed = { a: sides.a.hasFailed, b: sides.b.hasFailed };
  return (
    <p className={styles.sentence}>
      {summarySentence(steps, { pairs, values, valuesAt, failed }).map((part, index) =>
        typeof part === 'string' ? (
          <PlainText key={index} text={part} />
        ) : 'tool' in part ? (
          <span key={index} className={styles.tool} title={drawnText(part.tool)}>
            <PlainText text={part.tool} />
          </span>
        ) : (
          <button key={index} type="button" className={styles.link} onClick={() => onStep(part.pair)}>
            {part.step}
          </button>
        ),
      )}
    </p>
  );
}

/** The keys of the arguments of one call in both runs; undefined: no call differs in its arguments alone. */
function argumentsAt(steps: { a: readonly Step[]; b: readonly Step[] }, pair: Pair | undefined) {
  if (!pair || !pair.differences.some((one) => one === 'names' || one === 'values')) return undefined;
  const [a, b] = [steps.a[pair.a ?? -1]?.calls ?? [], steps.b[pair.b ?? -1]?.calls ?? []];
  // The sentence has no room to say which of several calls it means.
  return a.length === 1 && b.length === 1 ? { a: a[0]!.key, b: b[0]!.key } : undefined;
}
