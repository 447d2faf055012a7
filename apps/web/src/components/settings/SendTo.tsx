// The destinations of messages, to choose from.
import { CheckField } from '../controls/Field.tsx';
import { Choices } from './SettingsPage.tsx';
import styles from './SendTo.module.css';

type DestinationKind = 'webhook' | 'slack' | 'mail';

export const KIND_WORDS: Readonly<Record<DestinationKind, string>> = {
  webhook: 'Webhook',
  slack: 'Slack',
  mail: 'Mail',
};

interface SendToProps {
  destinations: readonly { id: string; name: string; kind: DestinationKind }[];
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
  /** Where there is no destination yet. */
  none: string;
}

export function SendTo({ destinations, chosen, onChosen, none }: SendToProps) {
  if (destinations.length === 0) return <p>{none}</p>;
  const toggle = (id: string) => {
    const others = chosen.filter((one) => one !== id);
    onChosen(others.length < chosen.length ? others : [...others, id]);
  };
  return (
    <Choices legend="Send messages to">
      <div className={styles.choices}>
        {destinations.map(({ id, name, kind }) => (
          <CheckField
            key={id}
            label={`${name} (${KIND_WORDS[kind]})`}
            checked={chosen.includes(id)}
            onChange={() => toggle(id)}
          />
        ))}
      </div>
    </Choices>
  );
}
