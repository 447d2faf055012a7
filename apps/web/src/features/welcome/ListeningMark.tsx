import styles from './welcome.module.css';

interface ListeningMarkProps {
  ingestUrl: string;
  /** Whether the last question for what has arrived was answered. */
  isAnswered: boolean;
}

/** Whether this page hears of spans, and where they are to be sent. */
export function ListeningMark({ ingestUrl, isAnswered }: ListeningMarkProps) {
  return (
    <p className={styles.listening} data-off={!isAnswered || undefined}>
      <span aria-hidden>{isAnswered ? '◉ ' : '○ '}</span>
      {isAnswered ? `listening for spans at ${new URL(ingestUrl).host}` : 'not listening: the server does not answer'}
    </p>
  );
}
