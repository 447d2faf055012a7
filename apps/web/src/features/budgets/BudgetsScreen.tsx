'use client';
// The budgets of the project with what is spent of them.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { ButtonLink } from '../../components/controls/Button.tsx';
import { Link } from '../../components/controls/Link.tsx';
import { RowHead, SettingsPage, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { Tag } from '../../components/text/Tag.tsx';
import { useMayChange } from '../../lib/account/rights.ts';
import { budgetPath, NEW_ONE } from '../../lib/address/settings-pages.ts';
import { money, percent, plural } from '../../lib/figures/format.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { budgetStateWords, forecastWords, spentWords, subjectOf, usedShare, type ShownBudget } from './budget-words.ts';
import { BudgetBar } from './BudgetBar.tsx';
import { OWNERS_ONLY } from './owners-only.ts';
import styles from './budgets.module.css';

const LEAD =
  'A budget limits what the project, an agent or a user costs in a day, week or month, and sends a message when spend reaches its thresholds. It stops no call. Spend is that of Costs, and days are UTC.';

const LOOK_AGAIN_MS = 60_000;

export function BudgetsScreen({ project }: { project: string }) {
  const found = useQuery(useTRPC().budgets.list.queryOptions({ project }, { refetchInterval: LOOK_AGAIN_MS }));
  const mayChange = useMayChange() && found.data?.mayChange;
  return (
    <SettingsPage title="Budgets" lead={LEAD} action={<NewBudget project={project} mayChange={mayChange} />}>
      {found.isError ? (
        <ErrorState title="The budgets could not be loaded." error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading pending={found.isPending} skeleton={<Skeleton height="8rem" />}>
          {() =>
            found.data &&
            (found.data.budgets.length > 0 ? (
              <BudgetsTable project={project} budgets={found.data.budgets} />
            ) : (
              <EmptyState title="No budgets yet">
                <p>Nothing limits what this project may spend.{mayChange && ' Make a budget with “New budget”.'}</p>
              </EmptyState>
            ))
          }
        </Loading>
      )}
    </SettingsPage>
  );
}

/** `mayChange` undefined: not loaded yet. */
function NewBudget({ project, mayChange }: { project: string; mayChange: boolean | undefined }) {
  if (mayChange === undefined) return null;
  if (!mayChange) return <p>{OWNERS_ONLY}</p>;
  return (
    <ButtonLink look="primary" href={budgetPath(project, NEW_ONE)}>
      <Plus size={14} aria-hidden />
      New budget
    </ButtonLink>
  );
}

function BudgetsTable({ project, budgets }: { project: string; budgets: readonly ShownBudget[] }) {
  return (
    <SettingsTable label="Budgets" heads={['Name', 'Spent', 'State', 'Forecast', 'Spend of']} actions={false}>
      {budgets.map((shown) => {
        const { words, tone } = budgetStateWords(shown);
        return (
          <tr key={shown.id}>
            <RowHead>
              <Link href={budgetPath(project, shown.id)}>{shown.name}</Link>
            </RowHead>
            <td className={styles.spent}>
              <Spent shown={shown} />
            </td>
            <td>
              <Tag tone={tone}>{words}</Tag>
            </td>
            <td>{forecastWords(shown.budget.period, shown.found?.forecast ?? null) ?? '—'}</td>
            <td>{subjectOf(shown.budget)}</td>
          </tr>
        );
      })}
    </SettingsTable>
  );
}

function Spent({ shown }: { shown: ShownBudget }) {
  const { budget, amount, found } = shown;
  const used = usedShare(shown);
  const limit = `${money(amount)} a ${budget.period}`;
  return (
    <>
      {found ? `${spentWords(found.spent, found.unpriced)} of ${limit}` : limit}
      {used !== undefined && ` (${percent(used)})`}
      <BudgetBar used={used} thresholds={budget.thresholds} />
      {found !== null && found.unpriced > 0 && (
        <span className={styles.note}>{plural(found.unpriced, 'call')} without a price not in it</span>
      )}
    </>
  );
}
