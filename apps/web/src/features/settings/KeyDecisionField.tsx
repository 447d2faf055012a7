// Asks what happens to the API keys of a removed member: revoke them, or hand them over to an owner.
import { useId, type ReactNode } from 'react';
import { PlainText } from '../../components/text/PlainText.tsx';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { Choices } from '../../components/settings/SettingsPage.tsx';
import { Tag } from '../../components/text/Tag.tsx';
import { plural } from '../../lib/figures/format.ts';
import type { RouterInputs } from '../../lib/requests/trpc.ts';
import type { KeyRow } from './key-row.ts';
import type { Member } from './member-row.ts';
import styles from './members.module.css';

export type KeyDecision = NonNullable<RouterInputs['members']['remove']['keys']>;

interface KeyDecisionFieldProps {
  member: Member;
  keys: readonly KeyRow[];
  /** The owners that can receive the keys. */
  owners: readonly Member[];
  decision: KeyDecision | undefined;
  onDecide: (decision: KeyDecision) => void;
}

export function KeyDecisionField({ member, keys, owners, decision, onDecide }: KeyDecisionFieldProps) {
  const [first] = owners;
  const ownerId = decision?.action === 'hand-over' ? decision.ownerId : first?.id;
  return (
    <>
      <KeyList label={`${plural(keys.length, 'API key')} of ${member.isMe ? 'yours' : 'this member'}`} keys={keys} />
      <Choices legend={keys.length === 1 ? 'What should happen to it?' : 'What should happen to them?'}>
        <Option
          label="Revoke"
          checked={decision?.action === 'revoke'}
          onChoose={() => onDecide({ action: 'revoke' })}
          effect={`Applications that use ${keys.length === 1 ? 'it' : 'them'} are refused within 5 seconds. This cannot be undone.`}
        />
        {ownerId !== undefined && (
          <Option
            label="Transfer to an owner"
            checked={decision?.action === 'hand-over'}
            onChoose={() => onDecide({ action: 'hand-over', ownerId })}
            effect={`Applications keep working. ${member.isMe ? 'You' : 'The removed member'} may still have a copy: replace ${keys.length === 1 ? 'the key' : 'the keys'} soon.`}
          >
            <OwnerSelect {...{ owners, ownerId }} onChoose={(id) => onDecide({ action: 'hand-over', ownerId: id })} />
          </Option>
        )}
      </Choices>
    </>
  );
}

function KeyList({ label, keys }: { label: string; keys: readonly KeyRow[] }) {
  const id = useId();
  return (
    <div>
      <p id={id} className={styles.keysLabel}>
        {label}
      </p>
      <ul className={styles.keys} aria-labelledby={id} tabIndex={0}>
        {keys.map(({ id: key, name, lastFour, scopes, lastUsedAt }) => (
          <li key={key}>
            <PlainText text={name} /> <code>sbtx_…{lastFour}</code>{' '}
            {scopes.map((scope) => (
              <Tag key={scope}>{scope}</Tag>
            ))}
            <span className={styles.quiet}>
              {lastUsedAt ? (
                <>
                  used <RelativeTime time={lastUsedAt} ago />
                </>
              ) : (
                'never used'
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface OptionProps {
  label: string;
  /** The effect on applications that use the key. */
  effect: string;
  checked: boolean;
  onChoose: () => void;
  children?: ReactNode;
}

function Option({ label, effect, checked, onChoose, children }: OptionProps) {
  const id = useId();
  return (
    <div className={styles.option}>
      <input id={id} type="radio" name="keys" checked={checked} onChange={onChoose} aria-describedby={`${id}-effect`} />
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-effect`} className={styles.quiet}>
          {effect}
        </p>
        {checked && children}
      </div>
    </div>
  );
}

interface OwnerSelectProps {
  owners: readonly Member[];
  ownerId: string;
  onChoose: (id: string) => void;
}

const OwnerSelect = ({ owners, ownerId, onChoose }: OwnerSelectProps) => (
  <select
    className={styles.select}
    aria-label="Owner who gets the keys"
    value={ownerId}
    onChange={(event) => onChoose(event.target.value)}
  >
    {owners.map(({ id, email, isMe }) => (
      <option key={id} value={id}>
        {email}
        {isMe && ' (you)'}
      </option>
    ))}
  </select>
);
