import type { ReactNode } from 'react';
import { SettingsNav } from '../../../../components/settings/SettingsNav.tsx';

interface SettingsLayoutProps {
  params: Promise<{ project: string }>;
  children: ReactNode;
}

export default async function SettingsLayout({ params, children }: SettingsLayoutProps) {
  const { project } = await params;
  return (
    <>
      <SettingsNav project={project} />
      {children}
    </>
  );
}
