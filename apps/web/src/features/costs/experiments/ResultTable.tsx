// What each variant measured, with intervals of 95 %.
import { NumberCell, RowHead, SettingsTable } from '../../../components/settings/SettingsPage.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { measuredWords, type ShownArm, type ShownExperiment } from './experiment-words.ts';
import styles from './experiments.module.css';

const HEADS = [
  'Setting',
  { number: 'Answers' },
  { number: 'Same call' },
  { number: 'Same arguments' },
  { number: 'More values from nowhere' },
  { number: 'Cost' },
  { number: 'Thinking' },
  { number: 'Time' },
];

export function ResultTable({ shown }: { shown: ShownExperiment }) {
  const hasBaseline = shown.arms.some(({ baseline }) => baseline);
  return (
    <section aria-label="Results">
      <SettingsTable label="Results" heads={HEADS} actions={false}>
        {shown.arms.map((arm) => (
          <ArmRow key={arm.name} arm={arm} />
        ))}
      </SettingsTable>
      <p className={styles.note}>
        Shares with their interval of 95 %. Repetitions of one step are not independent, so the interval is that of the
        steps. Cost, thinking and time of a variant are compared with{' '}
        {hasBaseline ? 'the recorded setting, asked again; those of that one with the record' : 'the record'}.
      </p>
    </section>
  );
}

function ArmRow({ arm }: { arm: ShownArm }) {
  const apart = [
    arm.failed > 0 && `${arm.failed} failed`,
    arm.lost > 0 && `${arm.lost} without an answer`,
    arm.left_out > 0 && `${arm.left_out} left out`,
  ].filter(Boolean);
  return (
    <tr>
      <RowHead>
        <PlainText text={arm.name} />
        {arm.baseline && <span className={styles.note}> (asked again)</span>}
      </RowHead>
      <NumberCell>
        {arm.answered}
        {apart.length > 0 && <span className={styles.note}> · {apart.join(', ')}</span>}
      </NumberCell>
      <NumberCell>{measuredWords(arm.same_call, 'no answer yet')}</NumberCell>
      <NumberCell>{measuredWords(arm.same_arguments, 'no call yet')}</NumberCell>
      <NumberCell>{measuredWords(arm.more_unsourced)}</NumberCell>
      <NumberCell>{measuredWords(arm.cost)}</NumberCell>
      <NumberCell>{measuredWords(arm.thinking)}</NumberCell>
      <NumberCell>{measuredWords(arm.latency)}</NumberCell>
    </tr>
  );
}
