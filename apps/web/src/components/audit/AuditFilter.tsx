'use client';
import { useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { SelectField, TextField } from '../controls/Field.tsx';
import { AUDIT_ACTIONS, type AuditAction } from '../../lib/account/audit-actions.ts';
import styles from './audit.module.css';
import { choiceOf, type AuditChoice } from './audit-choice.ts';

const ACTIONS = [['', 'All actions'], ...(Object.entries(AUDIT_ACTIONS) as [AuditAction, string][])] as const;

export function AuditFilter({ onChoice }: { onChoice: (choice: AuditChoice) => void }) {
  const [action, setAction] = useState<AuditAction | ''>('');
  return (
    <form
      className={styles.filter}
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        form.set('action', action);
        onChoice(choiceOf(form));
      }}
    >
      <TextField label="User (e-mail)" name="actor" maxLength={254} />
      <SelectField label="Action" options={ACTIONS} value={action} onValue={setAction} />
      <TextField label="From (UTC)" name="from" type="date" />
      <TextField label="To (UTC)" name="to" type="date" />
      <Button type="submit">Filter</Button>
    </form>
  );
}
