'use client';
// The user's own account: where it is signed in, and how.
import { SettingsPage } from '../../components/settings/SettingsPage.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { PasskeysSection } from './PasskeysSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { SignedInDevices } from './SignedInDevices.tsx';

interface AccountScreenProps {
  email: string;
  /** False where an identity provider is the only way in. */
  hasPasswords: boolean;
}

export function AccountScreen({ email, hasPasswords }: AccountScreenProps) {
  return (
    <SettingsPage
      title="Account"
      lead={
        <>
          Your own account, <PlainText text={email} />, in all projects. No other member sees this page.
        </>
      }
    >
      <SignedInDevices />
      {hasPasswords && <PasswordSection />}
      {hasPasswords && <PasskeysSection />}
      <SecondFactorSection />
    </SettingsPage>
  );
}
