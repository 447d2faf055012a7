'use client';
// The most expensive thoughts, each linked to its step.
import { Link } from '../../../components/controls/Link.tsx';
import { Money, Tokens } from '../../../components/figures/numbers.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { ThinkingMark, ThinkingTag } from '../../../components/text/ThinkingMark.tsx';
import { ThoughtText } from '../../../components/text/ThoughtText.tsx';
import { FigureTable, Heads } from '../../../components/tables/FigureTable.tsx';
import { isAboutSource } from '../../../lib/steps/sentences.ts';
import { traceTitle } from '../../../lib/traces/trace-title.ts';
import { isHidden, THINKING, type DisplayedState } from '../../../lib/figures/thinking.ts';
import type { TopThought } from '../answer.ts';
import { isAnswer } from '../../../lib/figures/spend-tables.ts';
import styles from '../costs.module.css';
import { stepPath, type CostsPlace } from '../cuts/links.ts';
import { Note } from './Panel.tsx';
import { useSteps } from '../use-costs.ts';

interface TopThoughtsProps {
  thoughts: readonly TopThought[];
  place: CostsPlace;
}

export function TopThoughts({ thoughts, place }: TopThoughtsProps) {
  const steps = useSteps(place.project, thoughts);
  if (thoughts.length === 0) return <Note>No thought has a price.</Note>;
  const unread = thoughts.filter(({ state }) => isHidden(stateOf(state))).length;
  return (
    <>
      <Note>
        {unread === 0 ? 'All of them can be read.' : `${unread} of ${thoughts.length} cannot be read in full.`} Ranked
        by the cost of the thinking alone; thoughts of models without a price are left out.
      </Note>
      <FigureTable className={styles.table} label="Most expensive thoughts">
        <Heads left={['Thought', 'Led to', 'Model']} right={['Tokens', 'Cost']} />
        <tbody>
          {thoughts.map((thought, index) => (
            <tr key={`${thought.traceId} ${thought.spanId} ${thought.index}`}>
              <th scope="row" className={styles.thoughtCell}>
                <Link href={stepPath(place.project, thought.traceId, steps[index])} className={styles.name}>
                  <ThoughtWords thought={thought} />
                </Link>
                <span className={styles.note}>
                  <PlainText
                    text={traceTitle({ id: thought.traceId, asked: thought.asked, name: thought.traceName })}
                  />
                  {steps[index] && ` · step ${steps[index]}`}
                </span>
              </th>
              {isAnswer(thought.tool) ? (
                <td>an answer</td>
              ) : (
                <td className={styles.tool}>
                  <PlainText text={thought.tool} />
                </td>
              )}
              <td>
                <PlainText text={thought.model ?? 'unnamed model'} />
              </td>
              <td className={styles.number}>
                <Tokens count={thought.tokens} estimated={isAboutSource(thought.tokensSource)} />
              </td>
              <td className={styles.number}>
                <Money nano={thought.cost} />
              </td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </>
  );
}

/** A state that only a newer server knows is shown as hidden. */
const stateOf = (state: string): DisplayedState => (state in THINKING ? (state as DisplayedState) : 'withheld');

export function ThoughtWords({ thought }: { thought: TopThought }) {
  const state = stateOf(thought.state);
  if (thought.preview === null)
    return <ThinkingMark state={state} tokens={thought.tokens} about={isAboutSource(thought.tokensSource)} />;
  return (
    <>
      <span className={styles.thought}>
        <ThoughtText text={thought.preview} />
      </span>{' '}
      {isHidden(state) && <ThinkingTag state={state} />}
    </>
  );
}
