'use client';
// Sets up the second factor that the operator requires, then goes on to where the user wanted to go.
import { Button } from '../../components/controls/Button.tsx';
import { signOut } from '../../lib/account/sign-out.ts';
import { PasskeysSection } from './PasskeysSection.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';

interface RequiredFactorProps {
  /** The user has a passkey, and can only sign in with it. */
  needsPasskey: boolean;
  /** False where an identity provider is the only way in. */
  hasPasskeys: boolean;
}

/** A whole new page, because the gate decides again. */
const reload = () => window.location.reload();

export const RequiredFactor = ({ needsPasskey, hasPasskeys }: RequiredFactorProps) => (
  <>
    {!needsPasskey && <SecondFactorSection onSetUp={reload} />}
    {!needsPasskey && hasPasskeys && <PasskeysSection onAdded={reload} />}
    <div>
      <Button look={needsPasskey ? 'primary' : 'quiet'} onClick={() => void signOut()}>
        Sign out
      </Button>
    </div>
  </>
);
