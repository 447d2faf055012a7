// What the models of a pair of steps were given, where it differs: the model, the system prompt, the input, the tools.
import { PlainText } from '../../../components/text/PlainText.tsx';
import type { Step } from '../../../lib/steps/step-tree.ts';
import type { Difference } from '../../../lib/compare/align.ts';
import type { TextOf } from '../diff/use-diff.ts';
import type { Sides } from './ThoughtPair.tsx';
import { ValuePair } from './ValuePair.tsx';
import styles from '../compare.module.css';

interface RequestDiffProps {
  project: string;
  traces: Sides<string>;
  steps: Sides<Step | undefined>;
  differences: readonly Difference[];
}

const TEXTS = [
  { difference: 'system', field: 'system', label: 'system prompt' },
  { difference: 'input', field: 'input', label: 'input' },
  { difference: 'offered', field: 'tools', label: 'tools offered' },
] as const;

export function RequestDiff({ project, traces, steps, differences }: RequestDiffProps) {
  const text = (side: 'a' | 'b', field: TextOf['field']): TextOf => {
    const id = steps[side]?.span?.id;
    return { project, trace: traces[side], keys: id === undefined ? [] : [id], field, isPartial: false };
  };
  return (
    <>
      {differences.includes('model') && (['a', 'b'] as const).map((side) => <Model key={side} {...{ side, steps }} />)}
      {TEXTS.filter(({ difference }) => differences.includes(difference)).map(({ field, label }) => (
        <ValuePair
          key={field}
          label={label}
          isProse={field !== 'tools'}
          isSame
          a={text('a', field)}
          b={text('b', field)}
        />
      ))}
    </>
  );
}

const Model = ({ side, steps }: { side: 'a' | 'b'; steps: Sides<Step | undefined> }) => (
  <div className={styles.cell} data-side={side}>
    <span className={styles.label}>model </span>
    <PlainText text={steps[side]?.span?.model ?? 'not reported'} />
  </div>
);
