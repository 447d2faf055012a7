import styles from './welcome.module.css';

interface ListeningMarkProps {
  ingestUrl: string;
  /** True if the last poll for new spans succeeded. */
  isAnswered: boolean;
}

/** Shows whether the page can see new spans, and the URL to send them to. */
export function ListeningMark({ ingestUrl, isAnswered }: ListeningMarkProps) {
  return (
    <p className={styles.listening} data-off={!isAnswered || undefined}>
      <span aria-hidden>{isAnswered ? '◉ ' : '○ '}</span>
      {isAnswered ? `listening for spans at ${new URL(ingestUrl).host}` : 'not listening: the server does not answer'}
    </p>
  );
}
