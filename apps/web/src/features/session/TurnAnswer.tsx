'use client';
// The answer of a turn: its beginning, and all of it when it is opened.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Link } from '../../components/controls/Link.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { exactCount } from '../../lib/figures/format.ts';
import { useTRPC } from '../../lib/requests/trpc.ts';
import type { NumberedTurn } from './use-session.ts';
import type { TurnText } from './use-turn-texts.ts';
import styles from './session.module.css';

interface TurnAnswerProps {
  project: string;
  turn: NumberedTurn;
  text: TurnText;
  /** The trace's URL. */
  href: string;
}

export function TurnAnswer({ project, turn, text, href }: TurnAnswerProps) {
  const { answer, wholeAnswer } = text;
  const [isOpen, setOpen] = useState(false);
  const trpc = useTRPC();
  const piece = { project, trace: turn.id, block: 0, offset: 0, ...(wholeAnswer ?? NOWHERE) };
  const { data, isError } = useQuery({
    ...trpc.trace.text.queryOptions(piece),
    enabled: isOpen && wholeAnswer !== null,
    staleTime: Infinity,
  });
  const whole = isOpen ? data : undefined;
  const left = whole ? whole.totalCharacters - whole.text.length : 0;
  return (
    <div className={styles.answer}>
      <p className={whole ? styles.wholeAnswer : styles.answerText} dir="auto">
        <PlainText text={whole?.text ?? answer ?? ''} />
      </p>
      {left > 0 && (
        <Link href={href} prefetch={false}>
          {exactCount(left)} more characters in the trace →
        </Link>
      )}
      {isOpen && isError && <p className={styles.error}>✕ The answer could not be loaded.</p>}
      {wholeAnswer && (
        <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show all'}
          <span className="visually-hidden"> of the answer of turn {turn.number}</span>
        </Button>
      )}
    </div>
  );
}

/** Never requested. */
const NOWHERE = { spanId: '', index: 0, field: 'arguments' } as const;
