import type { ReactNode } from 'react';
import { Shell } from '../../../components/shell/Shell.tsx';
import { rightsOf } from '../../../lib/account/roles.ts';
import { projectsOfUser, requireProject } from '../../../server/access/page-access.ts';

interface ProjectLayoutProps {
  params: Promise<{ project: string }>;
  children: ReactNode;
}

/** Members only; all project pages render inside the shell. */
export default async function ProjectLayout({ params, children }: ProjectLayoutProps) {
  const { project, role, user } = await requireProject((await params).project);
  return (
    <Shell project={project} projects={await projectsOfUser()} email={user.email} rights={rightsOf(role)}>
      {children}
    </Shell>
  );
}
