// How many model calls report their thinking, and what is missing. Missing values are never shown as zero, and
// estimates are listed separately.
import { PlainText } from '../../../components/text/PlainText.tsx';
import { exactCount, percent, plural, tokens } from '../../../lib/figures/format.ts';
import { usageSources } from '../../../lib/figures/usage-sources.ts';
import { coverageOf } from '../../../lib/figures/count-words.ts';
import { filterText } from '../../../lib/traces/filter-text.ts';
import { Link } from '../../../components/controls/Link.tsx';
import { FigureTable, Heads } from '../../../components/tables/FigureTable.tsx';
import type { SpendOfCut, ThinkingOfTool } from '../answer.ts';
import styles from '../costs.module.css';
import { CutLink } from '../cuts/CutLink.tsx';
import { isUnnamed } from '../cuts/cuts.ts';
import { tracesOf, type CostsPlace } from '../cuts/links.ts';
import { Note } from './Panel.tsx';
import { Rows } from './Rows.tsx';
import { Share } from '../Share.tsx';
import { sumMeasures } from '../spend.ts';

interface CoverageProps {
  models: readonly SpendOfCut[];
  /** Used for the estimates; undefined while loading. */
  tools: readonly ThinkingOfTool[] | undefined;
  place: CostsPlace;
}

export function Coverage({ models, tools, place }: CoverageProps) {
  const { generationsReporting, ...sums } = sumMeasures(models);
  const sources = usageSources(sums);
  const missing = sources - generationsReporting;
  const [one, several] =
    sums.runsCounted > 0
      ? (['model call or run', 'model calls and runs'] as const)
      : (['model call', 'model calls'] as const);
  const rows = models
    .filter((row) => usageSources(row) > 0)
    .toSorted((left, right) => missingOf(right) - missingOf(left) || usageSources(right) - usageSources(left));
  return (
    <>
      <Note>
        {sources === 0
          ? 'No model calls.'
          : `${missing === 0 ? 'All' : exactCount(generationsReporting)} of ${plural(sources, one, several)} report thinking tokens (${percent(generationsReporting / sources)}).`}{' '}
        {missing > 0 && `What the other ${exactCount(missing)} used for thinking is unknown and not in any total.`}{' '}
        <Estimates tools={tools} />
      </Note>
      <Rows rows={rows}>
        {(shown) => (
          <FigureTable className={styles.table} label="Coverage by model">
            <Heads left={['Model']} right={['Model calls', 'Report thinking', '◌ Missing', 'Coverage']} />
            <tbody>
              {shown.map((row) => (
                <tr key={`${row.provider} ${row.key}`}>
                  <th scope="row">
                    <CutLink place={place} cut="model" name={row.key} />{' '}
                    <span className={styles.note}>
                      <PlainText text={row.provider ?? ''} />
                    </span>
                  </th>
                  <td className={styles.number}>{exactCount(usageSources(row))}</td>
                  <td className={styles.number}>{exactCount(row.generationsReporting)}</td>
                  <td className={styles.number}>
                    <Missing row={row} place={place} />
                  </td>
                  <td className={styles.number}>
                    <Share share={coverageOf(row)} calls={usageSources(row)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </FigureTable>
        )}
      </Rows>
    </>
  );
}

const missingOf = (row: SpendOfCut) => usageSources(row) - row.generationsReporting;

function Missing({ row, place }: { row: SpendOfCut; place: CostsPlace }) {
  const missing = missingOf(row);
  if (missing === 0) return '0';
  const filter = isUnnamed('model', row.key) ? '' : `${filterText('model', row.key)} `;
  return (
    <Link
      href={tracesOf(place, `${filter}state:unreported`)}
      aria-label={`${missing} calls of ${row.key} without reported thinking`}
    >
      {exactCount(missing)}
    </Link>
  );
}

function Estimates({ tools }: { tools: readonly ThinkingOfTool[] | undefined }) {
  const calls = tools?.reduce((sum, tool) => sum + tool.callsEstimated, 0) ?? 0;
  const estimated = tools?.reduce((sum, tool) => sum + tool.estimatedTokens, 0n) ?? 0n;
  if (calls === 0) return null;
  return `≈ ${tokens(estimated)} tokens are estimated from the text of ${plural(calls, 'call')}: shown separately, not in any total.`;
}
