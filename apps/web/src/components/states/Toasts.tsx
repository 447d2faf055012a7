'use client';
import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { showToasts } from '../../lib/toast.ts';
import { IconButton } from '../controls/Button.tsx';
import { useToastPlace } from './use-toast-place.ts';
import styles from './Toasts.module.css';

const manager = Toast.createToastManager();

export function Toasts() {
  const [viewport, setViewport] = useState<HTMLDivElement | null>(null);
  const inBar = useToastPlace(viewport);
  useEffect(() => showToasts((message) => manager.add({ ...message })), []);
  return (
    // One at a time, because the bar has no more room; the newest is the answer to the last action.
    <Toast.Provider toastManager={manager} limit={1}>
      <Toast.Portal>
        <Toast.Viewport
          ref={setViewport}
          className={styles.viewport}
          style={inBar}
          data-in-bar={inBar !== undefined || undefined}
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
      <Toast.Content className={styles.content}>
        <div className={styles.words} title={[toast.title, toast.description].filter(Boolean).join(' ')}>
          <Toast.Title className={styles.title} />
          <Toast.Description className={styles.description} />
        </div>
        <Toast.Close render={<IconButton label="Dismiss" />}>
          <X size={14} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
