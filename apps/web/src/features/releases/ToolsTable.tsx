// The calls that appeared, vanished or changed in frequency, with their thinking and what it cost.
import { PlainText } from '../../components/text/PlainText.tsx';
import { FigureTable, Heads } from '../../components/tables/FigureTable.tsx';
import type { ComparedTool, ToolChange } from '../../lib/releases/release-paths.ts';
import { EstimateFigure } from './ReleasesTable.tsx';
import styles from './releases.module.css';

const WHAT: Readonly<Record<ToolChange, string>> = {
  appeared: 'appeared',
  vanished: 'vanished',
  more: 'called more',
  less: 'called less',
  same: 'may be the same',
};

const FIGURES = [
  { key: 'share', label: 'Runs that call it', unit: 'share' },
  { key: 'callsPerRun', label: 'Calls per run', unit: 'count' },
  { key: 'thinkingPerCall', label: 'Thinking per call', unit: 'tokens' },
  { key: 'thinkingPerRun', label: 'Cost of thinking per run', unit: 'dollars' },
] as const;

const SIDES = ['A', 'B'];

export function ToolsTable({ tools }: { tools: readonly ComparedTool[] }) {
  if (tools.length === 0) return <p className={styles.note}>No run of either side called a tool.</p>;
  return (
    <>
      <h3>Calls</h3>
      <FigureTable className={styles.table} label="Calls">
        <Heads
          left={['Tool', 'Change']}
          right={FIGURES.flatMap(({ label }) => SIDES.map((side) => `${label}, ${side}`))}
        />
        <tbody>
          {tools.map(({ tool, what, a, b }) => (
            <tr key={tool}>
              <th scope="row" className={styles.tool}>
                <PlainText text={tool} />
              </th>
              <td className={what === 'same' ? styles.chance : styles.clear}>{WHAT[what]}</td>
              {FIGURES.flatMap(({ key, unit }) =>
                [a, b].map((side, index) => (
                  <td key={`${key} ${index}`} className={styles.number}>
                    <EstimateFigure estimate={side[key]} unit={unit} />
                  </td>
                )),
              )}
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </>
  );
}
