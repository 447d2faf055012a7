// Spend of the period against the even line, with the periods before as thin lines. The only file of this screen that
// imports the chart library.
import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { AXIS, CHART_HEIGHT, CHART_MARGIN, GRID, NO_ANIMATION } from '../../components/chart/defaults.ts';
import { money } from '../../lib/figures/format.ts';
import { dayWords, momentWords, type BurnDown } from './budget-words.ts';
import { burnDownRows, earlierKey, EVEN, FORECAST, SPENT, type BurnDownRow } from './burn-down-rows.ts';
import styles from './budgets.module.css';

interface Drawn {
  key: string;
  label: string;
  stroke: string;
  width: number;
  dashes?: string;
}

const DAY_MS = 24 * 3_600_000;
const MARGIN = { ...CHART_MARGIN, top: 16, right: 16 };
const TICKS = { day: 4 * 3_600_000, week: DAY_MS, month: 5 * DAY_MS } as const;

export function BurnDownChart({ drawn }: { drawn: BurnDown }) {
  const { start, end, period, amount } = drawn;
  const length = end.getTime() - start.getTime();
  const lines = linesOf(drawn);
  const write = (offset: number) => momentWords(period, new Date(start.getTime() + offset)).replace(' UTC', '');
  const ticks = Array.from({ length: Math.floor(length / TICKS[period]) + 1 }, (_, index) => index * TICKS[period]);
  return (
    <figure aria-label="Spend over the period">
      <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
        <LineChart data={burnDownRows(drawn)} margin={MARGIN}>
          <CartesianGrid {...GRID} />
          <XAxis dataKey="offset" type="number" domain={[0, length]} ticks={ticks} tickFormatter={write} {...AXIS} />
          <YAxis {...AXIS} width={72} tickFormatter={writeMoney} />
          <Tooltip
            {...NO_ANIMATION}
            content={({ active, payload }) =>
              active && payload.length > 0 ? (
                <Tip row={payload[0]?.payload as BurnDownRow} lines={lines} write={write} />
              ) : null
            }
          />
          <ReferenceLine y={Number(amount)} stroke="var(--error)" strokeDasharray="2 2" ifOverflow="extendDomain" />
          {lines.map(({ key, label, stroke, width, dashes }) => (
            <Line
              key={key}
              dataKey={(row: BurnDownRow) => row.values[key]}
              name={label}
              stroke={stroke}
              strokeWidth={width}
              {...(dashes !== undefined && { strokeDasharray: dashes })}
              dot={false}
              connectNulls
              {...NO_ANIMATION}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
      <Legend lines={[...lines, LIMIT]} />
    </figure>
  );
}

const LIMIT: Drawn = { key: 'limit', label: 'limit', stroke: 'var(--error)', width: 1, dashes: '2 2' };

/** The line of this period is drawn last, above the others. */
function linesOf({ earlier, period, forecast, spent, amount }: BurnDown): Drawn[] {
  const before = earlier.map(({ start }, index) => ({
    key: earlierKey(index),
    label: `${period} ${period === 'day' ? '' : 'from '}${dayWords(start)}`.replace('day ', ''),
    stroke: 'var(--part-input)',
    width: 1,
    ...(index > 0 && { dashes: `${1 + index * 2} 3` }),
  }));
  return [
    ...before,
    { key: EVEN, label: 'spread evenly', stroke: 'var(--ink-3)', width: 1, dashes: '6 4' },
    ...(forecast && spent < amount
      ? [{ key: FORECAST, label: '≈ forecast', stroke: 'var(--running)', width: 2, dashes: '1 4' }]
      : []),
    { key: SPENT, label: `this ${period}`, stroke: 'var(--running)', width: 2.5 },
  ];
}

const writeMoney = (nanos: number) => money(BigInt(Math.round(nanos)));

const Legend = ({ lines }: { lines: readonly Drawn[] }) => (
  <ul className={styles.legend}>
    {lines.map(({ key, label, stroke, width, dashes }) => (
      <li key={key}>
        <svg width="24" height="8" aria-hidden>
          <line x1="0" x2="24" y1="4" y2="4" stroke={stroke} strokeWidth={width} strokeDasharray={dashes} />
        </svg>
        {label}
      </li>
    ))}
  </ul>
);

interface TipProps {
  row: BurnDownRow;
  lines: readonly Drawn[];
  write: (offset: number) => string;
}

const Tip = ({ row, lines, write }: TipProps) => (
  <div className={styles.tip}>
    <strong>{write(row.offset)}</strong>
    <dl>
      {lines.flatMap(({ key, label }) => {
        const value = row.values[key];
        return value === undefined
          ? []
          : [
              <div key={key}>
                <dt>{label}</dt>
                <dd>{writeMoney(value)}</dd>
              </div>,
            ];
      })}
    </dl>
  </div>
);
