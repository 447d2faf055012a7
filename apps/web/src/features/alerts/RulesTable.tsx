import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { Link } from '../../components/controls/Link.tsx';
import { Tag } from '../../components/text/Tag.tsx';
import { alertRulePath } from '../../lib/address/settings-pages.ts';
import { ruleStateWords, type ShownRule } from './alert-words.ts';
import styles from './alerts.module.css';

export function RulesTable({ project, rules }: { project: string; rules: readonly ShownRule[] }) {
  return (
    <SettingsTable label="Alert rules" heads={['Name', 'State', 'Since', 'Condition']} actions={false}>
      {rules.map((rule) => {
        const { words, tone } = ruleStateWords(rule);
        return (
          <tr key={rule.id}>
            <RowHead>
              <Link href={alertRulePath(project, rule.id)}>{rule.name}</Link>
            </RowHead>
            <td>
              <Tag tone={tone}>{words}</Tag>
            </td>
            <td>{rule.stateSince ? <RelativeTime time={rule.stateSince} ago /> : '—'}</td>
            <td className={styles.sentence}>{rule.condition}</td>
          </tr>
        );
      })}
    </SettingsTable>
  );
}
