// The destinations of alerts: what users enter, and how much of it is shown afterwards.
import { ALERT_DESTINATION_KINDS, type AlertDestination } from '@subtext/db';
import { destinationUrl, RefusedDestination } from '@subtext/outbound';
import * as z from 'zod';
import { EMAIL } from '../../sign-in/email-address.ts';
import { NAME, TEXT } from '../../trpc/inputs.ts';

export const DESTINATION = z
  .object({ name: NAME, kind: z.enum(ALERT_DESTINATION_KINDS), address: TEXT.trim().max(2_000) })
  .superRefine(({ kind, address }, context) => {
    const problem = kind === 'mail' ? mailProblem(address) : urlProblem(address);
    if (problem) context.addIssue({ code: 'custom', path: ['address'], message: problem });
  });

const mailProblem = (address: string) =>
  EMAIL.safeParse(address).success ? undefined : 'This is not an e-mail address.';

/** Which network the host is in is checked when a message is sent, because names can change. */
function urlProblem(address: string): string | undefined {
  try {
    destinationUrl(address);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedDestination) return error.message;
    throw error;
  }
}

/** The path of a webhook is often its secret. */
export const shownAddress = ({ kind, address }: Pick<AlertDestination, 'kind' | 'address'>): string =>
  kind === 'mail' ? address : `${new URL(address).origin}/…`;
