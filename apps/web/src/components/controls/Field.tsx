'use client';
import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './Field.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: ReactNode;
  /** An error or a hint. */
  note?: ReactNode;
}

/** A labeled text field. */
export function TextField({ label, note, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <Labeled id={id} label={label}>
      <input
        id={id}
        type="text"
        autoComplete="off"
        className={styles.input}
        aria-describedby={note ? `${id}-note` : undefined}
        {...input}
      />
      {note && (
        <p id={`${id}-note`} className={styles.note}>
          {note}
        </p>
      )}
    </Labeled>
  );
}

interface SelectFieldProps<Value extends string> {
  label: ReactNode;
  /** Each value with its words. */
  options: readonly (readonly [value: Value, words: string])[];
  value: Value;
  onValue: (value: Value) => void;
}

/** A labeled choice of one of a few options. */
export function SelectField<Value extends string>({ label, options, value, onValue }: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <Labeled id={id} label={label}>
      <select id={id} className={styles.input} value={value} onChange={(event) => onValue(event.target.value as Value)}>
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </Labeled>
  );
}

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: ReactNode;
}

/** A labeled checkbox. */
export function CheckField({ label, ...input }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input id={id} type="checkbox" {...input} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

const Labeled = ({ id, label, children }: { id: string; label: ReactNode; children: ReactNode }) => (
  <div className={styles.field}>
    <label htmlFor={id} className={styles.label}>
      {label}
    </label>
    {children}
  </div>
);
