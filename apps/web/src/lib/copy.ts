'use client';
// What goes to the clipboard, and a word about whether it arrived.
import { toast } from './toast.ts';

/** The text may still be on its way. */
export async function copy(text: string | Promise<string>, done: string): Promise<void> {
  await Promise.resolve(text)
    .then((copied) => navigator.clipboard.writeText(copied))
    .then(
      () => toast(done),
      (error: unknown) => toast('Could not copy', String(error)),
    );
}

export const copyLink = (): Promise<void> => copy(location.href, 'Link copied');
