'use client';
// Opens the agents of a run, when there are several.
import { Network } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { useLabel } from '../../../lib/keyboard/use-key-words.ts';
import { agentCount, agentGraph } from '../../../lib/steps/agent-graph.ts';
import type { Timeline } from '../../../lib/steps/step-tree.ts';
import type { SetTraceUrl, TraceUrl } from '../navigation/trace-url.ts';
import styles from './agents.module.css';

interface AgentsButtonProps {
  timeline: Timeline | undefined;
  url: TraceUrl;
  setUrl: SetTraceUrl;
}

export function AgentsButton({ timeline, url, setUrl }: AgentsButtonProps) {
  const agents = useMemo(() => (timeline ? agentCount(agentGraph(timeline)) : 0), [timeline]);
  const title = useLabel('Which agent called which', 'agents');
  if (agents < 2) return null;
  return (
    <Button
      className={styles.toggle}
      aria-pressed={url.agents === 1}
      title={title}
      onClick={() => void setUrl({ agents: url.agents === 1 ? null : 1 })}
    >
      <Network size={14} aria-hidden />
      {agents} agents
    </Button>
  );
}
