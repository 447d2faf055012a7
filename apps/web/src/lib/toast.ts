'use client';
// Toasts say what came of something the person did. Errors stay inline where they happened.
import { Toast } from '@base-ui/react/toast';

export const toasts = Toast.createToastManager();

export const toast = (title: string, description?: string): void => {
  toasts.add({ title, description });
};
