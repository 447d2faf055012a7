/** What a role may do in a project: the server refuses by it, and the screens show by it what can be pressed. */

/** Any other role, also one that is invented later, only reads. */
const CHANGING_ROLES: ReadonlySet<string> = new Set(['owner', 'admin', 'member']);

export const mayChange = (role: string): boolean => CHANGING_ROLES.has(role);

/** Told by the server to who asks for a change, and by a screen where a button would be. */
export const LOOK_ONLY = 'You may look at this project, not change it.';

/** What a person may be made. */
export const ROLES = ['owner', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'owner: invites and removes people, sets prices and masking',
  member: 'member: makes keys, links and views',
  viewer: 'viewer: looks, and changes nothing',
};
