'use client';
// The changes of state of all rules, or of one.
import { useQuery } from '@tanstack/react-query';
import { AbsoluteTime } from '../../components/figures/AbsoluteTime.tsx';
import { NumberCell, RowHead, SettingsSection, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { Tag } from '../../components/text/Tag.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { stateWords, writeValue, type AlertEvent, type ShownRule } from './alert-words.ts';
import styles from './alerts.module.css';

interface AlertHistoryProps {
  project: string;
  rules: readonly ShownRule[];
  /** Absent: of all rules. */
  ruleId?: string;
}

export function AlertHistory({ project, rules, ruleId }: AlertHistoryProps) {
  const found = useQuery(
    useTRPC().alerts.history.queryOptions({ project, rule: ruleId }, { refetchInterval: LOOK_AGAIN_MS }),
  );
  return (
    <>
      <SettingsSection title="History" />
      {found.isError ? (
        <ErrorState title="The history could not be loaded." error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading pending={found.isPending} skeleton={<Skeleton height="4rem" />}>
          {() => found.data && <Events events={found.data.events} rules={rules} />}
        </Loading>
      )}
    </>
  );
}

const LOOK_AGAIN_MS = 60_000;

function Events({ events, rules }: { events: readonly AlertEvent[]; rules: readonly ShownRule[] }) {
  if (events.length === 0) return <p>No rule has changed its state yet.</p>;
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return (
    <SettingsTable label="History" heads={['Rule', 'State', 'At', { number: 'Value' }, 'Message']} actions={false}>
      {events.map((event) => {
        const rule = byId.get(event.ruleId);
        const { words, tone } = stateWords(event.state);
        return (
          <tr key={event.id}>
            <RowHead>{rule?.name ?? '—'}</RowHead>
            <td>
              <Tag tone={tone}>{words}</Tag>
            </td>
            <td>
              <AbsoluteTime time={event.at} />
            </td>
            <NumberCell>{rule ? writeValue(rule.rule.metric, event.value) : '—'}</NumberCell>
            <td className={styles.sentence}>{event.message}</td>
          </tr>
        );
      })}
    </SettingsTable>
  );
}
