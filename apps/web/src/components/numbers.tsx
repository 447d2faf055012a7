// Numbers as they appear on screen: short, with the exact value on hover; unknown never looks like zero.
import {
  exactCount,
  exactMoney,
  duration,
  money,
  NO_END,
  NO_PRICE,
  NOT_APPLICABLE,
  NOT_REPORTED,
  percent,
  tokens,
} from '../lib/format.ts';
import styles from './numbers.module.css';

type Maybe<Value> = Value | null | undefined;

function Unknown({ text, says }: { text: string; says: string }) {
  return (
    <span className={styles.unknown} title={says}>
      <span aria-hidden={text !== says}>{text}</span>
      {text !== says && <span className="visually-hidden">{says}</span>}
    </span>
  );
}

function Estimate() {
  return (
    <>
      <span aria-hidden>≈ </span>
      <span className="visually-hidden">about </span>
    </>
  );
}

function AtLeast() {
  return (
    <>
      <span aria-hidden>≥ </span>
      <span className="visually-hidden">at least </span>
    </>
  );
}

interface MoneyProps {
  nano: Maybe<bigint>;
  estimated?: boolean;
  /** Something in it has no cost that anybody knows. */
  atLeast?: boolean;
}

/** Nano-dollars; null and undefined read `no price`. */
export function Money({ nano, estimated = false, atLeast = false }: MoneyProps) {
  if (nano == null) return <Unknown text={NO_PRICE} says={NO_PRICE} />;
  const exact = exactMoney(nano);
  return (
    <span
      className={styles.number}
      title={atLeast ? `at least ${exact}: not all of it has a cost that is known` : exact}
    >
      {atLeast && <AtLeast />}
      {estimated && <Estimate />}
      {money(nano)}
    </span>
  );
}

/** `◌`: the provider did not say. */
export const NotReported = ({ says = 'not reported' }: { says?: string | undefined }) => (
  <Unknown text={NOT_REPORTED} says={says} />
);

/** A number of tokens; null and undefined read `◌`, not reported. */
export function Tokens({
  count,
  estimated = false,
  atLeast = false,
  unit = '',
  unknown,
}: {
  count: Maybe<number | bigint>;
  estimated?: boolean;
  /** Something in it was not told. */
  atLeast?: boolean;
  /** `tok` where no column head says it. */
  unit?: '' | 'tok';
  /** What is said of a count that is not there, where that is not that nobody reported it. */
  unknown?: string | undefined;
}) {
  if (count == null) return <NotReported says={unknown} />;
  return (
    <span className={styles.number} title={`${atLeast ? 'at least ' : ''}${exactCount(count)} tokens`}>
      {atLeast && <AtLeast />}
      {estimated && <Estimate />}
      {tokens(count)}
      {unit && ` ${unit}`}
    </span>
  );
}

/** `—`: there is nothing it could be of. */
export const NotApplicable = ({ says = 'not applicable' }: { says?: string }) => (
  <Unknown text={NOT_APPLICABLE} says={says} />
);

interface DurationProps {
  milliseconds: Maybe<number>;
  /** Something in it has no end: it took this long or longer. */
  atLeast?: boolean;
  /** What null and undefined mean. */
  unknown?: string;
}

/** Milliseconds; null and undefined read `no end recorded`. */
export function Duration({ milliseconds, atLeast = false, unknown = NO_END }: DurationProps) {
  if (milliseconds == null) return <Unknown text={NOT_REPORTED} says={unknown} />;
  const exact = `${exactCount(milliseconds)} ms`;
  return (
    <span className={styles.number} title={atLeast ? `at least ${exact}: no end was told of some of its spans` : exact}>
      {atLeast && <AtLeast />}
      {duration(milliseconds)}
    </span>
  );
}

/** A share from 0 to 1; undefined (nothing to share) reads `—`. */
export function Percent({ share }: { share: Maybe<number> }) {
  if (share == null) return <NotApplicable />;
  return <span className={styles.number}>{percent(share)}</span>;
}
