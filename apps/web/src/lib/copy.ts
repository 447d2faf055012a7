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

/** Where the clipboard refuses it, the link itself is shown: a person can still take it from there. */
export async function copyLink(url = location.href): Promise<void> {
  await navigator.clipboard.writeText(url).then(
    () => toast('Link copied'),
    () => toast('The link could not be copied', url),
  );
}
