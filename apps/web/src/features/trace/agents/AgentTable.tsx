// The agents of a run as a table: all that the graph shows, in words.
import { PlainText } from '../../../components/text/PlainText.tsx';
import { exactCount } from '../../../lib/figures/format.ts';
import { SumLine } from '../../../components/steps/SumLine.tsx';
import type { AgentViewProps } from './AgentNodes.tsx';
import { agentTitle, callersOf } from './agent-words.ts';
import styles from './agents.module.css';

export function AgentTable({ graph, current, onChoose }: AgentViewProps) {
  return (
    <div className={styles.scroll} tabIndex={-1}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">Called by</th>
            <th scope="col">Runs</th>
            <th scope="col">Steps</th>
            <th scope="col">Cost, hidden</th>
            <th scope="col">∑ with the agents it called</th>
          </tr>
        </thead>
        <tbody>
          {graph.nodes.map((node, index) => (
            <tr key={index} aria-current={index === current || undefined}>
              <th scope="row">
                <button type="button" className={styles.link} onClick={() => onChoose(node)}>
                  <PlainText text={agentTitle(node)} />
                </button>
              </th>
              <td>
                <PlainText text={callersOf(graph, index) || 'the application'} />
              </td>
              <td className={styles.number}>{exactCount(node.runs)}</td>
              <td className={styles.number}>{exactCount(node.steps.length)}</td>
              <td>
                <SumLine sum={node.own} says="Its own steps" />
              </td>
              <td>
                <SumLine sum={node.withNested} says="With the agents that it called" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
