// Every thought up to the step: whether it is sent back, the reason, and the user's choice where there is one.
import { PlainText } from '../../../components/text/PlainText.tsx';
import { Tag, type TagTone } from '../../../components/text/Tag.tsx';
import { exactCount, plural } from '../../../lib/figures/format.ts';
import {
  inclusionOf,
  kindWords,
  SECTION,
  type Conversation,
  type Inclusion,
  type Thought,
} from './conversation-words.ts';
import type { ThoughtChoice } from './use-conversation.ts';
import styles from './conversation.module.css';

interface ConversationThoughtsProps {
  data: Conversation;
  labelOf: (spanId: string) => string;
  willOf: (reference: string) => ThoughtChoice;
  setWill: (reference: string, will: ThoughtChoice) => void;
}

const TONES: Readonly<Record<Inclusion, TagTone>> = {
  required: 'ok',
  included: 'ok',
  'left out': 'plain',
  'skipped by you': 'hidden',
  'not allowed': 'hidden',
};

export function ConversationThoughts({ data, labelOf, willOf, setWill }: ConversationThoughtsProps) {
  const { thoughts, thoughtCount } = data;
  return (
    <section aria-label="Thoughts">
      <h3>{thoughtCount === 0 ? 'No thought up to here' : plural(thoughtCount, 'thought')}</h3>
      {thoughtCount > thoughts.length && (
        <p className={styles.quiet}>The last {exactCount(thoughts.length)} are listed.</p>
      )}
      <ul className={styles.thoughts}>
        {thoughts.map((thought, index) => (
          <li key={thought.reference ?? index}>
            <Row
              thought={thought}
              where={thought.spanId === null ? 'from the history' : labelOf(thought.spanId)}
              will={thought.reference === null ? 'auto' : willOf(thought.reference)}
              onWill={(will) => thought.reference !== null && setWill(thought.reference, will)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  thought: Thought;
  where: string;
  will: ThoughtChoice;
  onWill: (will: ThoughtChoice) => void;
}

function Row({ thought, where, will, onWill }: RowProps) {
  const { rule, kind, preview, reference, section, what } = thought;
  const fate = inclusionOf(rule);
  const isFixed = reference === null || (fate === 'not allowed' && will === 'auto');
  return (
    <>
      <p className={styles.thoughtHead}>
        <span className={styles.where}>{where}</span> <span className={styles.quiet}>{kindWords(kind)}</span>{' '}
        <Tag tone={TONES[fate]}>{fate}</Tag>
        <select
          aria-label={`Thought of ${where}`}
          value={will}
          disabled={isFixed}
          onChange={({ target }) => onWill(target.value as ThoughtChoice)}
        >
          <option value="auto">automatic</option>
          <option value="pin">pin</option>
          <option value="skip">skip</option>
        </select>
      </p>
      {preview && (
        <p className={styles.thought} dir="auto">
          <PlainText text={preview} />
          {thought.characters > preview.length && '…'}
        </p>
      )}
      <p className={styles.reason}>
        <PlainText text={what} />{' '}
        <span className={styles.quiet} title={SECTION}>
          {section}
        </span>
      </p>
    </>
  );
}
