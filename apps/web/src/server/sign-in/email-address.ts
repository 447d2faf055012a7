import * as z from 'zod';

/** An e-mail address as accounts and invitations have it: in lower case. */
export const EMAIL = z.string().trim().toLowerCase().pipe(z.email().max(254));
