import { expect, test } from 'vitest';
import { projectGroups } from './project-groups.ts';

const project = (slug: string, organizationId: string, isArchived = false) => ({
  ...{ slug, name: slug, organizationId, isArchived },
});
const organizations = [
  { id: 'a', name: 'Acme', role: 'owner' },
  { id: 'b', name: 'Bolt', role: 'guest' },
];

test('projects stand under their organization, the most recently opened first, and archived ones last', () => {
  const projects = [project('one', 'a'), project('two', 'a'), project('old', 'a', true), project('three', 'b')];
  const groups = projectGroups(projects, organizations, ['old', 'two']);
  expect(groups.map(({ heading, projects }) => [heading, projects.map(({ slug }) => slug)])).toEqual([
    ['Acme', ['two', 'one']],
    ['Bolt', ['three']],
    ['Archived', ['old']],
  ]);
});

test('an organization without a project to open is not listed', () => {
  expect(projectGroups([project('one', 'a')], organizations, []).map(({ heading }) => heading)).toEqual(['Acme']);
});
