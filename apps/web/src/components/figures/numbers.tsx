// Numbers as they appear on screen: short, with the exact value on hover; a missing value never looks like zero.
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
} from '../../lib/figures/format.ts';
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
  /** A lower bound: a part of the amount has no cost. */
  atLeast?: boolean;
}

/** Nano-dollars; null and undefined read `no price`. */
export function Money({ nano, estimated = false, atLeast = false }: MoneyProps) {
  if (nano == null) return <Unknown text={NO_PRICE} says={NO_PRICE} />;
  const exact = exactMoney(nano);
  return (
    <span className={styles.number} title={atLeast ? `at least ${exact}: some calls have no known cost` : exact}>
      {atLeast && <AtLeast />}
      {estimated && <Estimate />}
      {money(nano)}
    </span>
  );
}

/** `◌`: the provider did not report it. */
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
  /** A lower bound: a part was not reported. */
  atLeast?: boolean;
  /** `tok` where no column head names the unit. */
  unit?: '' | 'tok';
  /** Text for a missing count whose reason is not "not reported". */
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

/** `—`: not applicable. */
export const NotApplicable = ({ says = 'not applicable' }: { says?: string }) => (
  <Unknown text={NOT_APPLICABLE} says={says} />
);

interface DurationProps {
  milliseconds: Maybe<number>;
  /** A lower bound: a part has no end. */
  atLeast?: boolean;
  /** Why it is not exact, when it was inferred. */
  inferred?: string | undefined;
  /** Text for null and undefined. */
  unknown?: string;
}

/** Milliseconds; null and undefined read `no end recorded`. */
export function Duration({ milliseconds, atLeast = false, inferred, unknown = NO_END }: DurationProps) {
  if (milliseconds == null) return <Unknown text={NOT_REPORTED} says={unknown} />;
  const exact = `${exactCount(milliseconds)} ms`;
  return (
    <span
      className={styles.number}
      title={inferred ? `about ${exact}\n${inferred}` : atLeast ? `at least ${exact}: some spans have no end` : exact}
    >
      {atLeast && <AtLeast />}
      {inferred && <Estimate />}
      {duration(milliseconds)}
    </span>
  );
}

/** A share from 0 to 1; undefined (the whole is 0) reads `—`. */
export function Percent({ share }: { share: Maybe<number> }) {
  if (share == null) return <NotApplicable />;
  return <span className={styles.number}>{percent(share)}</span>;
}
