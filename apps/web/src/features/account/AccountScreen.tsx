'use client';
// The user's own account: where it is signed in, and how.
import { SettingsPage } from '../../components/settings/SettingsPage.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { SignedInDevices } from './SignedInDevices.tsx';

export function AccountScreen({ email }: { email: string }) {
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
      <PasswordSection />
    </SettingsPage>
  );
}
