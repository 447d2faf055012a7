// The series of a chart with their fills.
import type { ChartSeries } from './ColumnChart.tsx';
import styles from './chart.module.css';

export function ChartLegend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className={styles.legend}>
      {series.map(({ key, label, fill, stroke }) => (
        <li key={key}>
          <svg aria-hidden width="14" height="10">
            <rect x="0.5" y="0.5" width="13" height="9" fill={fill} stroke={stroke ?? 'none'} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
