// The rules that were applied, grouped by what they require, each with the provider's reason.
import { PlainText } from '../../../components/text/PlainText.tsx';
import { exactCount } from '../../../lib/figures/format.ts';
import { ruleGroups, SECTION, type Conversation } from './conversation-words.ts';
import styles from './conversation.module.css';

const MAX_REASONS = 5;

export function ConversationRules({ notes }: { notes: Conversation['notes'] }) {
  if (notes.length === 0) return null;
  return (
    <section aria-label="Rules">
      <h3>Applied rules</h3>
      {ruleGroups(notes).map(({ group, rules }) => (
        <div key={group} className={styles.rules}>
          <h4>{group}</h4>
          <ul>
            {rules.map(({ rule, says, reasons }) => (
              <li key={rule}>
                {says}
                <ul className={styles.reasons}>
                  {reasons.slice(0, MAX_REASONS).map(({ what, section, count }) => (
                    <li key={`${section} ${what}`}>
                      <PlainText text={what} />
                      {count > 1 && ` ×${exactCount(count)}`}{' '}
                      <span className={styles.quiet} title={SECTION}>
                        {section}
                      </span>
                    </li>
                  ))}
                  {reasons.length > MAX_REASONS && <li>and {exactCount(reasons.length - MAX_REASONS)} more</li>}
                </ul>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
