// Toasts say what came of something the person did. Errors stay inline where they happened.
// Only the queue is here: the part that draws them is loaded after the page.

export interface ToastMessage {
  title: string;
  description?: string;
}

const waiting: ToastMessage[] = [];
let wanted = false;
let onWanted: (() => void) | undefined;
let show: ((message: ToastMessage) => void) | undefined;

export function toast(title: string, description?: string): void {
  if (show) return show({ title, description });
  waiting.push({ title, description });
  wanted = true;
  onWanted?.();
}

/** Whether there has been one, and a way to be told of the first. */
export const hasToasts = (): boolean => wanted;
export function onFirstToast(onChange: () => void): () => void {
  onWanted = onChange;
  return () => (onWanted = undefined);
}

/** Draws what waits and what comes, until the returned function is called. */
export function showToasts(draw: (message: ToastMessage) => void): () => void {
  show = draw;
  for (const message of waiting.splice(0)) draw(message);
  return () => {
    show = undefined;
  };
}
