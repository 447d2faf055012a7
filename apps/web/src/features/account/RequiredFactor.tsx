'use client';
// Sets up the second factor that the operator requires, then goes on to where the user wanted to go.
import { Button } from '../../components/controls/Button.tsx';
import { signOut } from '../../lib/account/sign-out.ts';
import { SecondFactorSection } from './SecondFactorSection.tsx';

export const RequiredFactor = () => (
  <>
    {/* A whole new page, because the gate decides again. */}
    <SecondFactorSection onSetUp={() => window.location.reload()} />
    <div>
      <Button look="quiet" onClick={() => void signOut()}>
        Sign out
      </Button>
    </div>
  </>
);
