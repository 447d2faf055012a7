'use client';
// One budget: its burn-down, its form, and the thresholds that it reached.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Link } from '../../components/controls/Link.tsx';
import { SettingsPage, SettingsSection } from '../../components/settings/SettingsPage.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useMayChange } from '../../lib/account/rights.ts';
import { settingsPath } from '../../lib/address/settings-pages.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { draftOf, NEW_DRAFT } from './budget-draft.ts';
import type { Destination, ShownBudget } from './budget-words.ts';
import { BudgetForm } from './BudgetForm.tsx';
import { BurnDownPart } from './BurnDownPart.tsx';
import { DeleteBudgetDialog } from './DeleteBudgetDialog.tsx';

interface BudgetScreenProps {
  project: string;
  /** null: a new one. */
  budgetId: string | null;
}

export function BudgetScreen({ project, budgetId }: BudgetScreenProps) {
  const found = useQuery(useTRPC().budgets.list.queryOptions({ project }, { refetchOnWindowFocus: false }));
  const shown = found.data?.budgets.find(({ id }) => id === budgetId);
  const mayChange = useMayChange() && found.data?.mayChange === true;
  return (
    <SettingsPage
      title={budgetId === null ? 'New budget' : (shown?.name ?? 'Budget')}
      lead={<Link href={settingsPath(project, 'budgets')}>← All budgets</Link>}
      action={shown && mayChange && <DeleteBudget project={project} budget={shown} />}
    >
      {found.isError ? (
        <ErrorState title="The budget could not be loaded." error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading pending={found.isPending} skeleton={<Skeleton height="24rem" />}>
          {() =>
            found.data &&
            (budgetId !== null && !shown ? (
              <EmptyState title="There is no such budget">
                <p>It was deleted, or the address is wrong.</p>
              </EmptyState>
            ) : (
              <>
                {shown && <BurnDownPart project={project} shown={shown} />}
                <Editor key={budgetId} destinations={found.data.destinations} {...{ project, shown, mayChange }} />
              </>
            ))
          }
        </Loading>
      )}
    </SettingsPage>
  );
}

interface EditorProps {
  project: string;
  shown: ShownBudget | undefined;
  destinations: readonly Destination[];
  mayChange: boolean;
}

function Editor({ project, shown, destinations, mayChange }: EditorProps) {
  const [draft, setDraft] = useState(() => (shown ? draftOf(shown) : NEW_DRAFT));
  return (
    <>
      {shown && <SettingsSection title="Budget" />}
      <BudgetForm {...{ project, draft, destinations, mayChange }} id={shown?.id} onDraft={setDraft} />
    </>
  );
}

function DeleteBudget({ project, budget }: { project: string; budget: ShownBudget }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete…</Button>
      {isOpen && <DeleteBudgetDialog project={project} budget={budget} onClose={() => setOpen(false)} />}
    </>
  );
}
