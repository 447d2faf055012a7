// The agents as boxes and their calls as arrows. The boxes are buttons in display order; the arrows are for the eye, and
// the table says the same in words.
import { useId } from 'react';
import { PlainText } from '../../../components/text/PlainText.tsx';
import type { AgentGraph, AgentNode } from '../../../lib/steps/agent-graph.ts';
import { agentLayout } from '../../../lib/steps/agent-layout.ts';
import { SumLine } from '../../../components/steps/SumLine.tsx';
import { agentSize, agentTitle, callersOf, hasNested } from './agent-words.ts';
import { arrowPath, boxAt, NODE, sizeOf } from './arrows.ts';
import styles from './agents.module.css';

export interface AgentViewProps {
  graph: AgentGraph;
  /** Index of the node of the selected step; -1 = none. */
  current: number;
  onChoose: (node: AgentNode) => void;
}

export function AgentNodes({ graph, current, onChoose }: AgentViewProps) {
  const layout = agentLayout(graph);
  const { width, height } = sizeOf(layout);
  return (
    <div className={styles.scroll} tabIndex={-1}>
      <div className={styles.canvas} style={{ width: `${width}rem`, height: `${height}rem` }}>
        <Arrows graph={graph} places={layout.places} width={width} height={height} />
        {graph.nodes.map((node, index) => (
          <button
            key={index}
            type="button"
            className={styles.node}
            style={remBox(boxAt(layout.places[index]!))}
            aria-current={index === current || undefined}
            title={titleOf(graph, index)}
            onClick={() => onChoose(node)}
          >
            <span className={styles.name}>
              <PlainText text={agentTitle(node)} />
            </span>
            <span className={styles.figures}>
              <SumLine sum={node.own} says="Its own steps" /> <span className={styles.quiet}>{agentSize(node)}</span>
            </span>
            {hasNested(graph, index) && (
              <span className={styles.figures}>
                <SumLine sum={node.withNested} says="With the agents that it called" isTotal />
              </span>
            )}
          </button>
        ))}
      </div>
    </div>
  );
}

const remBox = ({ left, top }: { left: number; top: number }) => ({
  left: `${left}rem`,
  top: `${top}rem`,
  width: `${NODE.width}rem`,
  height: `${NODE.height}rem`,
});

function titleOf(graph: AgentGraph, index: number): string {
  const callers = callersOf(graph, index);
  return `${agentTitle(graph.nodes[index]!)}${callers ? `, called by ${callers}` : ''}. Select its next step.`;
}

interface ArrowsProps {
  graph: AgentGraph;
  places: readonly { column: number; row: number }[];
  width: number;
  height: number;
}

function Arrows({ graph, places, width, height }: ArrowsProps) {
  const head = useId();
  return (
    <svg aria-hidden className={styles.arrows} viewBox={`0 0 ${width} ${height}`}>
      <marker
        id={head}
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="0.5"
        markerHeight="0.5"
        orient="auto"
        markerUnits="userSpaceOnUse"
      >
        <path d="M0 0 8 4 0 8z" className={styles.arrowHead} />
      </marker>
      {graph.edges.map(({ from, to, kind, count }) => {
        const { path, x, y } = arrowPath(places[from]!, places[to]!);
        return (
          <g key={`${from} ${to} ${kind}`}>
            <path d={path} className={styles.arrow} data-kind={kind} markerEnd={`url(#${head})`} />
            {(count > 1 || kind === 'hand-over') && (
              <text x={x} y={y} className={styles.arrowLabel}>
                {kind === 'hand-over' ? 'hand-over' : ''} {count > 1 ? `×${count}` : ''}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
