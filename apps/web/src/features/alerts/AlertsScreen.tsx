'use client';
// Alert rules with their state, where their messages go, and what was sent.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button, ButtonLink } from '../../components/controls/Button.tsx';
import { SettingsPage, SettingsSection } from '../../components/settings/SettingsPage.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { useMayChange } from '../../lib/account/rights.ts';
import { LOOK_ONLY } from '../../lib/account/roles.ts';
import { alertRulePath, NEW_ONE } from '../../lib/address/settings-pages.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import type { Destination } from './alert-words.ts';
import { AlertHistory } from './AlertHistory.tsx';
import { Deliveries } from './Deliveries.tsx';
import { DestinationsTable } from './DestinationsTable.tsx';
import { RulesTable } from './RulesTable.tsx';

const NewDestinationDialog = dynamic(async () => (await import('./NewDestinationDialog.tsx')).NewDestinationDialog);
const RemoveDestinationDialog = dynamic(
  async () => (await import('./RemoveDestinationDialog.tsx')).RemoveDestinationDialog,
);

const LEAD =
  'A rule watches a figure of this project, such as spend or coverage, and sends a message when its condition begins to hold and when it is over. Rules are evaluated once an hour, from the same figures as Costs. Messages contain names and figures, and no texts.';

/** A rule may fire while the page is open. */
const LOOK_AGAIN_MS = 60_000;

export function AlertsScreen({ project }: { project: string }) {
  const mayChange = useMayChange();
  const found = useQuery(useTRPC().alerts.list.queryOptions({ project }, { refetchInterval: LOOK_AGAIN_MS }));
  return (
    <SettingsPage
      title="Alerts"
      lead={LEAD}
      action={
        mayChange ? (
          <ButtonLink look="primary" href={alertRulePath(project, NEW_ONE)}>
            <Plus size={14} aria-hidden />
            New alert rule
          </ButtonLink>
        ) : (
          <p>{LOOK_ONLY}</p>
        )
      }
    >
      {found.isError ? (
        <ErrorState title="The alerts could not be loaded." error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading pending={found.isPending} skeleton={<Skeleton height="8rem" />}>
          {() => found.data && <Loaded project={project} {...found.data} />}
        </Loading>
      )}
    </SettingsPage>
  );
}

type LoadedProps = { project: string } & Pick<Parameters<typeof RulesTable>[0], 'rules'> & {
    destinations: readonly Destination[];
    sendsMail: boolean;
  };

function Loaded({ project, rules, destinations, sendsMail }: LoadedProps) {
  const mayChange = useMayChange();
  return (
    <>
      {rules.length > 0 ? (
        <RulesTable project={project} rules={rules} />
      ) : (
        <EmptyState title="No alert rules yet">
          <p>
            Nothing of this project is watched.
            {mayChange &&
              ' Make a rule with “New alert rule”: it shows when it would have fired over the last 30 days.'}
          </p>
        </EmptyState>
      )}
      <Destinations {...{ project, destinations, sendsMail }} />
      {rules.length > 0 && <AlertHistory project={project} rules={rules} />}
      {destinations.length > 0 && <Deliveries project={project} />}
    </>
  );
}

type OpenDialog = { what: 'new' } | { what: 'remove'; destination: Destination };

function Destinations({ project, destinations, sendsMail }: Omit<LoadedProps, 'rules'>) {
  const mayChange = useMayChange();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <>
      <SettingsSection
        title="Destinations"
        action={mayChange && <Button onClick={() => setDialog({ what: 'new' })}>New destination…</Button>}
      />
      {destinations.length > 0 ? (
        <DestinationsTable
          project={project}
          destinations={destinations}
          onRemove={(destination) => setDialog({ what: 'remove', destination })}
        />
      ) : (
        <EmptyState title="No destinations yet">
          <p>Alerts are shown here, and sent nowhere. A destination is a webhook, a Slack channel or a mail address.</p>
        </EmptyState>
      )}
      {dialog?.what === 'new' && <NewDestinationDialog project={project} sendsMail={sendsMail} onClose={close} />}
      {dialog?.what === 'remove' && (
        <RemoveDestinationDialog project={project} destination={dialog.destination} onClose={close} />
      )}
    </>
  );
}
