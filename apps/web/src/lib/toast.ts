// Toasts say what came of something the person did. Errors stay inline where they happened.
// Only the queue is here: the part that draws them is loaded after the page.

export interface ToastMessage {
  title: string;
  description?: string;
}

const waiting: ToastMessage[] = [];
let show: ((message: ToastMessage) => void) | undefined;

export function toast(title: string, description?: string): void {
  if (show) show({ title, description });
  else waiting.push({ title, description });
}

/** Draws what waits and what comes, until the returned function is called. */
export function showToasts(draw: (message: ToastMessage) => void): () => void {
  show = draw;
  for (const message of waiting.splice(0)) draw(message);
  return () => {
    show = undefined;
  };
}
