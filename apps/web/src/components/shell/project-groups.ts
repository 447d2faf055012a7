// The projects of a user as the switcher and the palette list them. Pure.
import { mayChange } from '../../lib/account/roles.ts';
import { newProjectPath, organizationPath } from '../../lib/address/organization-path.ts';
import { settingsPath } from '../../lib/address/settings-pages.ts';
import type { PageId } from '../../lib/address/pages.ts';

export interface ShellProject {
  slug: string;
  name: string;
  organizationId: string;
  isArchived: boolean;
}

export interface ShellOrganization {
  id: string;
  name: string;
  role: string;
}

export interface ProjectMenuProps {
  current: ShellProject;
  projects: readonly ShellProject[];
  organizations: readonly ShellOrganization[];
  /** The current page, which is opened in the other project, too. */
  page: PageId;
}

export interface ProjectGroup {
  heading: string;
  projects: ShellProject[];
}

/** One group for each organization, recently opened projects first, and one for archived projects at the end. */
export function projectGroups(
  projects: readonly ShellProject[],
  organizations: readonly ShellOrganization[],
  recent: readonly string[],
): ProjectGroup[] {
  const place = ({ slug }: ShellProject) => (recent.includes(slug) ? recent.indexOf(slug) : recent.length);
  const sorted = projects.toSorted((a, b) => place(a) - place(b));
  const groups = organizations.map(({ id, name }) => ({
    heading: name,
    projects: sorted.filter(({ organizationId, isArchived }) => organizationId === id && !isArchived),
  }));
  const archived = { heading: 'Archived', projects: sorted.filter(({ isArchived }) => isArchived) };
  return [...groups, archived].filter((group) => group.projects.length > 0);
}

/** Where the user creates a project: in the organization of the current one, or else in another; undefined = nowhere. */
export function creationPath(
  current: Pick<ShellProject, 'slug' | 'organizationId'>,
  organizations: readonly ShellOrganization[],
): string | undefined {
  const allowed = organizations.filter(({ role }) => mayChange(role));
  if (allowed.some(({ id }) => id === current.organizationId))
    return newProjectPath(settingsPath(current.slug, 'organization'));
  return allowed[0] && newProjectPath(organizationPath(allowed[0].id));
}
