'use client';
import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { Button, IconButton } from '../../components/controls/Button.tsx';
import { CheckField, TextField } from '../../components/controls/Field.tsx';
import styles from './CaptureScreen.module.css';
import { ENTITY_LABELS, type Draft, type Entity } from './rules.ts';

interface MaskRulesProps {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

export function MaskRules({ draft, onChange }: MaskRulesProps) {
  const toggle = (entity: Entity) => {
    const next = new Set(draft.entities);
    if (!next.delete(entity)) next.add(entity);
    onChange({ entities: next });
  };
  return (
    <section className={styles.section} aria-labelledby="mask-heading">
      <h2 id="mask-heading">Masking</h2>
      <p className={styles.note}>
        Matches are replaced by a mark, such as <code>[masked: e-mail]</code>, in every text of a span. A value that
        cannot be scanned is withheld.
      </p>
      <fieldset className={styles.fieldset}>
        <legend className={styles.legend}>Entities</legend>
        <div className={styles.entities}>
          {(Object.keys(ENTITY_LABELS) as Entity[]).map((entity) => (
            <CheckField
              key={entity}
              label={ENTITY_LABELS[entity]}
              checked={draft.entities.has(entity)}
              onChange={() => toggle(entity)}
            />
          ))}
        </div>
      </fieldset>
      <Names keys={draft.keys} onChange={(keys) => onChange({ keys })} />
      <Patterns patterns={draft.patterns} onChange={(patterns) => onChange({ patterns })} />
    </section>
  );
}

function Names({ keys, onChange }: { keys: string; onChange: (keys: string) => void }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.legend}>
        Names
      </label>
      <textarea
        id={id}
        className={styles.area}
        rows={4}
        spellCheck={false}
        value={keys}
        placeholder={'password\n*secret*'}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-note`} className={styles.note}>
        One a line. The value under a JSON key or attribute of this name is masked whole; <code>*</code> stands for
        anything, upper and lower case are the same.
      </p>
    </div>
  );
}

interface PatternsProps {
  patterns: Draft['patterns'];
  onChange: (patterns: Draft['patterns']) => void;
}

function Patterns({ patterns, onChange }: PatternsProps) {
  const replace = (index: number, part: { name?: string; pattern?: string }) =>
    onChange(patterns.map((pattern, at) => (at === index ? { ...pattern, ...part } : pattern)));
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>Patterns</legend>
      <p className={styles.note}>
        Regular expressions in the syntax of RE2 (no lookaround, no back references). The mark shows the name.
      </p>
      {patterns.map(({ name, pattern }, index) => (
        // The index is a stable key here: rows have no id, and are only appended or removed.
        <div key={index} className={styles.pattern}>
          <TextField
            label="Name"
            value={name}
            maxLength={40}
            required={pattern !== ''}
            onChange={(event) => replace(index, { name: event.target.value })}
          />
          <TextField
            label="Expression"
            value={pattern}
            maxLength={500}
            spellCheck={false}
            required={name.trim() !== ''}
            onChange={(event) => replace(index, { pattern: event.target.value })}
          />
          <IconButton
            label={`Remove pattern ${name || index + 1}`}
            onClick={() => onChange(patterns.filter((_pattern, at) => at !== index))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button onClick={() => onChange([...patterns, { name: '', pattern: '' }])} disabled={patterns.length >= 50}>
        <Plus size={14} aria-hidden />
        Add a pattern
      </Button>
    </fieldset>
  );
}
