'use client';
// The fields in which users prove who they are.
import { TextField } from '../../components/controls/Field.tsx';

interface ProofFieldProps {
  value: string;
  onValue: (value: string) => void;
}

export const CurrentPasswordField = ({ value, onValue }: ProofFieldProps) => (
  <TextField
    label="Current password"
    {...{ type: 'password', autoComplete: 'current-password', required: true, autoFocus: true }}
    value={value}
    onChange={(event) => onValue(event.target.value)}
  />
);

interface CodeFieldProps extends ProofFieldProps {
  label: string;
  /** Where it is the first field. */
  autoFocus?: boolean;
}

export const CodeField = ({ label, value, onValue, autoFocus = false }: CodeFieldProps) => (
  <TextField
    label={label}
    autoFocus={autoFocus}
    {...{ autoComplete: 'one-time-code', required: true, maxLength: 20, spellCheck: false, autoCapitalize: 'none' }}
    value={value}
    onChange={(event) => onValue(event.target.value)}
  />
);
