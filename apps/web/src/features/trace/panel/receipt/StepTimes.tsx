// Where the time of a step went, as a table: measured, inferred (≈) and not known look different.
import { Duration } from '../../../../components/figures/numbers.tsx';
import type { Step } from '../../../../lib/steps/step-tree.ts';
import type { SpanReceipt } from './receipt.ts';
import { modelTimes, toolTime } from './step-times.ts';
import styles from '../panel.module.css';

interface StepTimesProps {
  step: Step;
  /** Absent for a step without a model call of its own. */
  receipt?: SpanReceipt;
}

export function StepTimes({ step, receipt }: StepTimesProps) {
  const tools = toolTime(step);
  const times = [...(receipt ? modelTimes(receipt) : []), ...(tools ? [tools] : [])];
  if (times.length === 0) return null;
  const isShared = receipt !== undefined && step.siblings > 1;
  return (
    <section>
      <h3>{isShared ? 'Time of the whole response' : 'Time'}</h3>
      <table className={styles.receipt}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {times.map(({ label, ...time }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <Duration {...time} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isShared && tools && <p className={styles.quiet}>The tools are those of step {step.number}.</p>}
    </section>
  );
}
