'use client';
// One alert rule: its form, when it would have fired, and its history.
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Link } from '../../components/controls/Link.tsx';
import { SettingsPage } from '../../components/settings/SettingsPage.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useMayChange } from '../../lib/account/rights.ts';
import { settingsPath } from '../../lib/address/settings-pages.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { ruleStateWords, type Destination, type ShownRule } from './alert-words.ts';
import { AlertHistory } from './AlertHistory.tsx';
import { draftOf, NEW_DRAFT, ruleOf } from './rule-draft.ts';
import { RuleForm } from './RuleForm.tsx';
import { RulePreview } from './RulePreview.tsx';

const DeleteRuleDialog = dynamic(async () => (await import('./DeleteRuleDialog.tsx')).DeleteRuleDialog);

interface RuleScreenProps {
  project: string;
  /** null: a new one. */
  ruleId: string | null;
}

export function RuleScreen({ project, ruleId }: RuleScreenProps) {
  const found = useQuery(useTRPC().alerts.list.queryOptions({ project }, { refetchOnWindowFocus: false }));
  const rule = found.data?.rules.find(({ id }) => id === ruleId);
  const title = ruleId === null ? 'New alert rule' : (rule?.name ?? 'Alert rule');
  return (
    <SettingsPage
      title={title}
      lead={<Link href={settingsPath(project, 'alerts')}>← All alerts</Link>}
      action={rule && <DeleteRule project={project} rule={rule} />}
    >
      {found.isError ? (
        <ErrorState title="The rule could not be loaded." error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading pending={found.isPending} skeleton={<Skeleton height="24rem" />}>
          {() =>
            found.data &&
            (ruleId !== null && !rule ? (
              <EmptyState title="There is no such alert rule">
                <p>It was deleted, or the address is wrong.</p>
              </EmptyState>
            ) : (
              <>
                <Editor key={ruleId} project={project} rule={rule} destinations={found.data.destinations} />
                {rule && <AlertHistory project={project} rules={[rule]} ruleId={rule.id} />}
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
  rule: ShownRule | undefined;
  destinations: readonly Destination[];
}

function Editor({ project, rule, destinations }: EditorProps) {
  const [draft, setDraft] = useState(() => (rule ? draftOf(rule) : NEW_DRAFT));
  return (
    <>
      {rule && <p>State: {ruleStateWords(rule).words}.</p>}
      <RuleForm {...{ project, draft, destinations }} id={rule?.id} onDraft={setDraft} />
      <RulePreview project={project} rule={ruleOf(draft)} />
    </>
  );
}

function DeleteRule({ project, rule }: { project: string; rule: ShownRule }) {
  const [isOpen, setOpen] = useState(false);
  if (!useMayChange()) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete…</Button>
      {isOpen && <DeleteRuleDialog project={project} rule={rule} onClose={() => setOpen(false)} />}
    </>
  );
}
