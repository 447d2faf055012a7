import type { ReactNode } from 'react';
import { Shell } from '../../../components/shell/Shell.tsx';
import { requireProject, requireShell } from '../../../server/access/page-access.ts';

interface ProjectLayoutProps {
  params: Promise<{ project: string }>;
  children: ReactNode;
}

/** Members only; all project pages render inside the shell. */
export default async function ProjectLayout({ params, children }: ProjectLayoutProps) {
  const membership = await requireProject((await params).project);
  return <Shell {...await requireShell(membership)}>{children}</Shell>;
}
