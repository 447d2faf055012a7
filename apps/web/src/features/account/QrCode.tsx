import { encodeQR } from 'qr';
import styles from './account.module.css';

interface QrCodeProps {
  text: string;
  label: string;
}

/** Dark on light in both themes, because cameras read nothing else for certain. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQR(text, 'raw');
  const modules = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className={styles.qr} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <path d={modules.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}
