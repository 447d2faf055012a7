/** What a role may do in a project: the server enforces it, and screens show only allowed actions. */

/** Any other role, including future ones, can only read. */
const CHANGING_ROLES: ReadonlySet<string> = new Set(['owner', 'admin', 'member']);

export const mayChange = (role: string): boolean => CHANGING_ROLES.has(role);

/** The server's error for a refused change, also shown in place of buttons. */
export const LOOK_ONLY = 'You have read-only access to this project.';

/** The roles that can be assigned to a user. */
export const ROLES = ['owner', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'owner: manages members, prices and masking',
  member: 'member: creates keys, links and views',
  viewer: 'viewer: read only',
};
