'use client';
// Money spent on retries after a failure that were decided in hidden thinking.
import { Link } from '../../../components/controls/Link.tsx';
import { Money } from '../../../components/figures/numbers.tsx';
import { exactCount, money, plural } from '../../../lib/figures/format.ts';
import { filterText } from '../../../lib/traces/filter-text.ts';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { FigureTable, Heads } from '../../../components/tables/FigureTable.tsx';
import type { RetriesAnswer } from '../answer.ts';
import styles from '../costs.module.css';
import { stepPath, tracesOf, type CostsPlace } from '../cuts/links.ts';
import { Note } from './Panel.tsx';
import { useSteps } from '../use-costs.ts';

interface RetriesProps {
  answer: RetriesAnswer;
  place: CostsPlace;
}

export function Retries({ answer: { tools, thoughts, capped }, place }: RetriesProps) {
  const steps = useSteps(
    place.project,
    tools.map(({ example }) => example),
  );
  const sum = tools.reduce((all, { thinkingCost }) => all + thinkingCost, 0n);
  const count = tools.reduce((all, { retries }) => all + retries, 0);
  const looked = capped
    ? `Among the ${exactCount(thoughts)} most expensive unreadable thoughts; there are more.`
    : `Among all ${plural(thoughts, 'unreadable thought')} with a price.`;
  return (
    <>
      <Note>
        A tool failed, and the model call that retried it did so after a thought that cannot be read.{' '}
        {count > 0 && `${plural(count, 'retry', 'retries')}, ${money(sum)} of hidden thinking before them. `}
        {looked}
      </Note>
      {tools.length === 0 ? (
        <p>None found.</p>
      ) : (
        <FigureTable className={styles.table} label="Retries after unreadable thoughts">
          <Heads left={['Tool']} right={['Retries', '▨ Thinking before', 'Whole model calls', 'Most expensive']} />
          <tbody>
            {tools.map((row, index) => (
              <tr key={row.tool}>
                <th scope="row">
                  <Link href={tracesOf(place, `${filterText('tool', row.tool)} status:error`)} className={styles.tool}>
                    <PlainText text={row.tool} />
                  </Link>
                </th>
                <td className={styles.number}>{exactCount(row.retries)}</td>
                <td className={styles.number}>
                  <Money nano={row.thinkingCost} />
                </td>
                <td className={styles.number}>
                  <Money nano={row.callCost} />
                </td>
                <td className={styles.number}>
                  <Link
                    href={stepPath(place.project, row.example.traceId, steps[index])}
                    aria-label={`Most expensive retry of ${row.tool}, step ${steps[index] ?? ''}`}
                  >
                    step {steps[index] ?? ''} →
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </FigureTable>
      )}
    </>
  );
}
