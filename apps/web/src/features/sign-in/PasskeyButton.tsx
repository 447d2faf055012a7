'use client';
// Signs in with a passkey, which names the user.
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { signInWithPasskey } from '../../lib/account/passkeys.ts';

interface PasskeyButtonProps {
  isDisabled: boolean;
  onProblem: (problem: string | undefined) => void;
}

export function PasskeyButton({ isDisabled, onProblem }: PasskeyButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const go = async () => {
    setIsBusy(true);
    onProblem(undefined);
    const refused = await signInWithPasskey();
    onProblem(refused);
    setIsBusy(refused === undefined);
  };
  return (
    <Button disabled={isBusy || isDisabled} onClick={() => void go()}>
      Sign in with a passkey
    </Button>
  );
}
