// Thinking that was paid for before each tool: how often, how much, and how much of it was hidden.
import { Money, NotApplicable, NotReported, Tokens } from '../../../components/figures/numbers.tsx';
import { FigureTable, Heads } from '../../../components/tables/FigureTable.tsx';
import { exactCount, shareOf } from '../../../lib/figures/format.ts';
import { isAnswer } from '../../../lib/figures/spend-tables.ts';
import type { ThinkingOfTool } from '../answer.ts';
import styles from '../costs.module.css';
import { CutLink } from '../cuts/CutLink.tsx';
import type { CostsPlace } from '../cuts/links.ts';
import { medianTokens } from './median.ts';
import { Rows } from './Rows.tsx';
import { Share } from '../Share.tsx';

const HEADS = ['Calls', 'Median thinking', 'Tokens', 'Thinking cost', '▨ Hidden', 'Share'] as const;

export function ToolTable({ tools, place }: { tools: readonly ThinkingOfTool[]; place: CostsPlace }) {
  // Answers are rows of the same list, but not tools.
  const answers = tools.filter(({ tool }) => isAnswer(tool));
  return (
    <Rows rows={tools.filter(({ tool }) => !isAnswer(tool))}>
      {(shown) => (
        <FigureTable className={styles.table} label="Thinking before each tool">
          <Heads left={['Tool']} right={HEADS} />
          <tbody>
            {shown.map((tool) => (
              <ToolRow key={tool.tool} tool={tool} place={place} />
            ))}
          </tbody>
          {answers.length > 0 && (
            <tbody className={styles.apart}>
              {answers.map((answer) => (
                <ToolRow key={answer.tool} tool={answer} place={place} />
              ))}
            </tbody>
          )}
        </FigureTable>
      )}
    </Rows>
  );
}

function ToolRow({ tool, place }: { tool: ThinkingOfTool; place: CostsPlace }) {
  const known = tool.callsWithTokens > 0;
  const median = medianTokens(tool.tokenHistogram, tool.reasoningTokens);
  return (
    <tr>
      <th scope="row">
        <CutLink place={place} cut="tool" name={tool.tool} />
      </th>
      <td className={styles.number}>{exactCount(tool.calls)}</td>
      <td className={styles.number}>
        <Tokens count={median?.tokens} estimated={known && median?.isApproximate} />
      </td>
      <td className={styles.number}>
        <Tokens count={known ? tool.reasoningTokens : undefined} />
      </td>
      <td className={styles.number}>
        <Thinking of={tool} cost={tool.reasoningCost} />
      </td>
      <td className={styles.number}>
        <Thinking of={tool} cost={tool.hiddenCost} />
      </td>
      <td className={styles.number}>
        <Share share={shareOf(tool.hiddenCost, tool.reasoningCost)} calls={tool.calls} />
      </td>
    </tr>
  );
}

/**
 * The sums contain only priced thinking. When tokens have a cost of 0, the rollups do not store whether their price is
 * missing or 0.
 */
function Thinking({ of, cost }: { of: ThinkingOfTool; cost: bigint }) {
  if (of.callsWithTokens === 0) return <NotReported />;
  if (of.reasoningTokens > 0n && of.reasoningCost === 0n) return <NotApplicable says="no price, or one of 0" />;
  return <Money nano={cost} />;
}
