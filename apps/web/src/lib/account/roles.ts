/** What a role may do in a project: the server enforces it, and screens show only allowed actions. */

/** Any other role, including future ones, can only read. */
const CHANGING_ROLES: ReadonlySet<string> = new Set(['owner', 'admin', 'member']);

export const mayChange = (role: string): boolean => CHANGING_ROLES.has(role);

/** The role of a key that reads everything. */
export const READER = 'reader';

/** Any other role, including future ones, sees costs and steps without their texts. */
const TEXT_ROLES: ReadonlySet<string> = new Set([...CHANGING_ROLES, 'viewer', READER]);

/** The right to read thoughts, messages, arguments and results, and to search them. */
export const mayReadTexts = (role: string): boolean => TEXT_ROLES.has(role);

/** The rights of a role in a project, for screens. */
export const rightsOf = (role: string, { isArchived }: { isArchived: boolean }) => ({
  mayChange: mayChange(role) && !isArchived,
  readsTexts: mayReadTexts(role),
});

/** The server's error for a refused text, also shown in place of texts. */
export const NO_TEXTS = 'Your role in this project shows costs and steps, and no texts.';

/** The server's error for a refused change, also shown in place of buttons. */
export const LOOK_ONLY = 'You have read-only access to this project.';

/** The server's error for a change of an archived project. */
export const ARCHIVED = 'This project is archived: it can be read, and nothing in it changes. An owner can restore it.';

/** The roles that can be assigned to a user. */
export const ROLES = ['owner', 'member', 'viewer', 'analyst'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'owner: manages members, prices, budgets and masking',
  member: 'member: creates keys, links and views',
  viewer: 'viewer: read only',
  analyst: 'analyst: sees costs and steps, and no thoughts or other texts',
};

/** The roles in an organization; a guest is only a member of some of its projects. */
export const ORGANIZATION_ROLES = ['owner', 'member', 'viewer', 'guest'] as const;

export const ORGANIZATION_ROLE_WORDS: Readonly<Record<(typeof ORGANIZATION_ROLES)[number], string>> = {
  owner: 'owner: owns every project, and decides who is in the organization',
  member: 'member: creates projects, and owns those',
  viewer: 'viewer: never more than read only, in any project',
  guest: 'guest: only the projects that they are a member of',
};
