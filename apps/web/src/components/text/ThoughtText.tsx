// The text of a thought, unchanged except for two things: a block that the provider redacted gets a mark, and the
// **headings** of summaries are bold. Everything else is plain text.
import { REDACTED_THINKING } from '@subtext/reasoning';
import { Fragment } from 'react';
import type { Find } from '../../lib/text/find-marks.ts';
import { PlainText } from './PlainText.tsx';
import styles from './PlainText.module.css';

export function ThoughtText({ text, find }: { text: string; find?: Find }) {
  return text.split(REDACTED_THINKING).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <span className={styles.redacted}>▨ redacted </span>}
      {part && <Headed text={index > 0 ? part.trimStart() : part} find={find} />}
    </Fragment>
  ));
}

function Headed({ text, find }: { text: string; find?: Find }) {
  // Parts with an odd index stood between asterisks.
  return text.split(/\*\*([^*\n]{1,200})\*\*/).map((part, index) =>
    index % 2 === 1 ? (
      <strong key={index}>
        <PlainText text={part} find={find} />
      </strong>
    ) : (
      part && <PlainText key={index} text={part} find={find} />
    ),
  );
}
