'use client';
// The provider and the model that the conversation is written for, and the step at which it ends.
import { REPLAY_TARGETS } from '@subtext/reasoning';
import { useState } from 'react';
import { CheckField, TextField } from '../../../components/controls/Field.tsx';
import type { Conversation } from './conversation-words.ts';
import type { Choices } from './use-conversation.ts';
import styles from './conversation.module.css';

interface ConversationChoicesProps {
  data: Conversation;
  choices: Choices;
  choose: (some: Partial<Choices>) => void;
  /** The steps of the last response. */
  answerOf: string;
}

const FORMATS = REPLAY_TARGETS.filter(({ api }) => api !== 'openai.chat');
const CHAT_HOSTS = REPLAY_TARGETS.filter(({ api }) => api === 'openai.chat');

export function ConversationChoices({ data, choices, choose, answerOf }: ConversationChoicesProps) {
  const { origin } = data;
  const who = [origin.provider, origin.model].filter(Boolean).join(', ') || origin.api;
  return (
    <div className={styles.form}>
      <label className={styles.field}>
        <span>For</span>
        <select value={choices.target} onChange={({ target }) => choose({ target: target.value, model: '' })}>
          <option value="origin">The same: {who}</option>
          <optgroup label="Providers">
            {FORMATS.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </optgroup>
          <optgroup label="Chat format">
            {CHAT_HOSTS.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <ModelField key={choices.target} data={data} choices={choices} choose={choose} />
      <fieldset className={styles.field}>
        <legend>Ends with</legend>
        <label>
          <input type="radio" name="answer" checked={choices.answer} onChange={() => choose({ answer: true })} /> the
          answer of {answerOf} and the results of its calls
        </label>
        <label>
          <input type="radio" name="answer" checked={!choices.answer} onChange={() => choose({ answer: false })} /> the
          input of {answerOf}, to ask again
        </label>
      </fieldset>
      <CheckField
        label="Include all optional thinking, not only what is required"
        checked={choices.thinking}
        onChange={({ target }) => choose({ thinking: target.checked })}
      />
    </div>
  );
}

type ModelFieldProps = Pick<ConversationChoicesProps, 'data' | 'choices' | 'choose'>;

/** Applies the model name on commit, because which content may be sent depends on the model. */
function ModelField({ data, choices, choose }: ModelFieldProps) {
  const [model, setModel] = useState(choices.model);
  const usual = choices.target === 'origin' ? (data.origin.model ?? '') : '';
  return (
    <TextField
      label="Model"
      value={model}
      placeholder={usual || 'name of the model'}
      maxLength={200}
      onChange={({ target }) => setModel(target.value)}
      onBlur={() => choose({ model })}
      onKeyDown={(event) => event.key === 'Enter' && choose({ model })}
    />
  );
}
