'use client';
// What changed between A and B: figures, tools, first forks of runs with the same input, and paths.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { runsOfReleasePath } from '../../lib/address/releases-path.ts';
import { exactCount, plural } from '../../lib/figures/format.ts';
import { CUT_WORDS } from '../../lib/releases/release-words.ts';
import { useTRPC, type RouterInputs, type RouterOutputs } from '../../lib/requests/trpc.ts';
import { FiguresTable } from './FiguresTable.tsx';
import { ForksTable } from './ForksTable.tsx';
import { PathsTable } from './PathsTable.tsx';
import { RunsLink } from './ReleasesTable.tsx';
import styles from './releases.module.css';
import { ToolsTable } from './ToolsTable.tsx';
import { whatChanged } from './what-changed.ts';

type Input = RouterInputs['releases']['compare'];
export type Compared = RouterOutputs['releases']['compare'];

interface ComparisonProps {
  input: Input;
  /** As in the address, for links. */
  range: string;
}

export function Comparison({ input, range }: ComparisonProps) {
  const { a, b } = input;
  const query = useQuery({ ...useTRPC().releases.compare.queryOptions(input), placeholderData: keepPreviousData });
  const { data, isError, error, refetch } = query;
  return (
    <section className={styles.panel} aria-label="What changed" aria-busy={query.isPlaceholderData}>
      <h2>
        What changed from <Side name="A" value={a} /> to <Side name="B" value={b} />
      </h2>
      {isError ? (
        <ErrorState inline title="This could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading pending={data === undefined} skeleton={<Skeleton height="24rem" />}>
          {() =>
            data && (
              <Changes
                compared={data}
                input={input}
                runsOf={(value) => runsOfReleasePath(input.project, { ...input, range, value })}
              />
            )
          }
        </Loading>
      )}
    </section>
  );
}

const Side = ({ name, value }: { name: string; value: string }) => (
  <span className={styles.side}>
    <b>{name}</b> <PlainText text={value} />
  </span>
);

interface ChangesProps {
  compared: Compared;
  input: Input;
  runsOf: (value: string) => string;
}

function Changes({ compared, input, runsOf }: ChangesProps) {
  const empty = SIDES.find((side) => compared[side].runs === 0);
  if (empty)
    return (
      <p>
        No run in this range is of the {CUT_WORDS[input.by].label}{' '}
        <b>
          <PlainText text={input[empty]} />
        </b>
        . Choose another one above, or a longer range.
      </p>
    );
  return (
    <>
      <Head {...{ compared, input, runsOf }} />
      <FiguresTable figures={compared.figures} />
      <ToolsTable tools={compared.tools} />
      <ForksTable pairs={compared.pairs} project={input.project} />
      <PathsTable paths={compared.paths} />
    </>
  );
}

const SIDES = ['a', 'b'] as const;

/** Fewer runs show only large changes. */
const FEW_RUNS = 20;

function Head({ compared, input, runsOf }: ChangesProps) {
  const { a, b } = compared;
  const changes = whatChanged(compared);
  return (
    <>
      {changes.length > 0 ? (
        <ul className={styles.changes} aria-label="Clear changes">
          {changes.map((change) => (
            <li key={change}>
              <PlainText text={change} />
            </li>
          ))}
        </ul>
      ) : (
        <p>No clear change: every difference below may be chance.</p>
      )}
      <p className={styles.note}>
        <PlainText text={SIDES.map((side) => `${side.toUpperCase()}: ${runsOfSide(compared[side])}. `).join('')} />
        {Math.min(a.runs, b.runs) < FEW_RUNS && 'With so few runs, only large changes can be told from chance. '}
        Of twenty figures without a change, about one looks clear by chance.
      </p>
      <p className={styles.links}>
        <RunsLink href={runsOf(input.a)}>Runs of A</RunsLink> <RunsLink href={runsOf(input.b)}>Runs of B</RunsLink>
      </p>
    </>
  );
}

const runsOfSide = ({ runs, capped, runsWithCalls, services }: Compared['a']): string =>
  [
    `${capped ? 'the newest ' : ''}${plural(runs, 'run')}`,
    runsWithCalls < runs && `calls of the newest ${exactCount(runsWithCalls)}`,
    services.length > 1 && `of the services ${services.join(', ')}`,
  ]
    .filter(Boolean)
    .join(', ');
