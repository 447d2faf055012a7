'use client';
// Above the steps: which agent of the run called which, with their costs. In step with the timeline: a node leads to
// the agent's steps, and the agent of the selected step is marked.
import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button, IconButton } from '../../../components/controls/Button.tsx';
import { plural } from '../../../lib/figures/format.ts';
import { agentCount, agentGraph, type AgentNode } from '../../../lib/steps/agent-graph.ts';
import type { Step, Timeline } from '../../../lib/steps/step-tree.ts';
import { AgentNodes } from './AgentNodes.tsx';
import { AgentTable } from './AgentTable.tsx';
import styles from './agents.module.css';

interface AgentsPanelProps {
  timeline: Timeline;
  selected: Step | undefined;
  onSelect: (step: Step) => void;
  onClose: () => void;
}

export function AgentsPanel({ timeline, selected, onSelect, onClose }: AgentsPanelProps) {
  const [isTable, setIsTable] = useState(false);
  const graph = useMemo(() => agentGraph(timeline), [timeline]);
  const current = graph.nodes.findIndex(({ steps }) => selected && steps.includes(selected));
  const choose = (node: AgentNode) => {
    const step = nextStep(node, selected);
    if (step) onSelect(step);
  };
  const View = isTable ? AgentTable : AgentNodes;
  return (
    <section className={styles.panel} aria-label="Agents">
      <header className={styles.head}>
        <h2 className={styles.title}>{plural(agentCount(graph), 'agent')}</h2>
        <Button className={styles.toggle} aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          Table
        </Button>
        <IconButton label="Close the agents" onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      <View graph={graph} current={current} onChoose={choose} />
    </section>
  );
}

/** The agent's first step; its next one when one of them is selected, and after the last the first again. */
function nextStep({ steps }: AgentNode, selected: Step | undefined): Step | undefined {
  const at = selected ? steps.indexOf(selected) : -1;
  return steps[(at + 1) % steps.length];
}
