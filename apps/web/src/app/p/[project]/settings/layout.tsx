import type { ReactNode } from 'react';
import { SettingsNav } from '../../../../components/settings/SettingsNav.tsx';
import styles from '../../../../components/settings/SettingsNav.module.css';

interface SettingsLayoutProps {
  params: Promise<{ project: string }>;
  children: ReactNode;
}

export default async function SettingsLayout({ params, children }: SettingsLayoutProps) {
  const { project } = await params;
  return (
    <div className={styles.settings}>
      <SettingsNav project={project} />
      <div>{children}</div>
    </div>
  );
}
