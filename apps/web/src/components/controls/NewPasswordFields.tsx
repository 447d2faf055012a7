'use client';
// A new password, typed twice.
import { PASSWORD_LENGTH } from '../../lib/account/password-length.ts';
import { TextField } from './Field.tsx';

export interface NewPassword {
  password: string;
  repeated: string;
}

export const NO_PASSWORD: NewPassword = { password: '', repeated: '' };

/** Long enough, and twice the same. */
export const isUsable = ({ password, repeated }: NewPassword): boolean =>
  password.length >= PASSWORD_LENGTH.min && repeated === password;

interface NewPasswordFieldsProps {
  value: NewPassword;
  onValue: (value: NewPassword) => void;
  autoFocus: boolean;
}

export function NewPasswordFields({ value, onValue, autoFocus }: NewPasswordFieldsProps) {
  const { password, repeated } = value;
  return (
    <>
      <TextField
        label="New password"
        {...{ type: 'password', autoComplete: 'new-password', required: true, autoFocus }}
        {...{ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max }}
        value={password}
        onChange={(event) => onValue({ ...value, password: event.target.value })}
        note={`At least ${PASSWORD_LENGTH.min} characters. A sentence is easy to remember.`}
      />
      <TextField
        label="New password, again"
        {...{ type: 'password', autoComplete: 'new-password', required: true, maxLength: PASSWORD_LENGTH.max }}
        value={repeated}
        onChange={(event) => onValue({ ...value, repeated: event.target.value })}
        note={repeated !== '' && repeated !== password && 'The two passwords differ.'}
      />
    </>
  );
}
