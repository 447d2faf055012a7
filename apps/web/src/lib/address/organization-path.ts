// The page of an organization for users without a project; all others find it among the settings of their project.

/** The parameter that opens the dialog for a new project. */
export const NEW_PROJECT = 'new';

/** The page of an organization, with the dialog for a new project. */
export const newProjectPath = (page: string): string => `${page}?${NEW_PROJECT}=true`;

export const organizationPath = (id: string): string => `/o/${id}`;
