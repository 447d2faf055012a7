// The mails that Subtext sends: plain text, with one link each.
import type { Mail } from '@subtext/outbound';

interface LinkMail {
  to: string;
  /** Begins with the configured public address, never with one that a request names. */
  url: string;
}

export const signInMail = ({ to, url, minutes }: LinkMail & { minutes: number }): Mail => ({
  to,
  subject: 'Sign in to Subtext',
  text: `Open this link to sign in to Subtext. It works once, for ${minutes} minutes:

${url}

If you did not ask for it, ignore this mail: nobody is signed in without the link.
`,
});

export const resetMail = ({ to, url, minutes }: LinkMail & { minutes: number }): Mail => ({
  to,
  subject: 'Set a new password for Subtext',
  text: `Open this link to set a new password for Subtext. It works once, for ${minutes} minutes:

${url}

Setting it ends all your sessions. If you did not ask for it, ignore this mail: your password stays as it is.
`,
});

export const invitationMail = ({ to, url, project, days }: LinkMail & { project: string; days: number }): Mail => ({
  to,
  subject: `You are invited to ${oneLine(project)} on Subtext`,
  text: `You are invited to the project “${oneLine(project)}” on Subtext. Open this link to join.
It works once, for ${days} days:

${url}

Anyone with the link can join in your place, so do not forward it.
`,
});

/** Members choose the name of a project. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
