import { expect, it } from 'vitest';
import type { AgentEdge, AgentNode } from './agent-graph.ts';
import { agentLayout } from './agent-layout.ts';

/** `0>1 0>2` */
function placed(count: number, arrows: string) {
  const nodes = Array.from({ length: count }, () => ({}) as AgentNode);
  const edges = arrows
    .split(' ')
    .filter(Boolean)
    .map((arrow) => arrow.split('>').map(Number))
    .map(([from, to]): AgentEdge => ({ from: from!, to: to!, kind: 'call', count: 1 }));
  const { places, columns, rows } = agentLayout({ nodes, edges });
  return { at: places.map(({ column, row }) => `${column},${row}`), columns, rows };
}

it('puts callers left of those they call, in the middle', () => {
  expect(placed(4, '0>1 0>2 0>3')).toEqual({ at: ['0,1', '1,0', '1,1', '1,2'], columns: 2, rows: 3 });
  expect(placed(3, '0>1 1>2')).toEqual({ at: ['0,0', '1,0', '2,0'], columns: 3, rows: 1 });
});

it('ends where agents hand over in a circle', () => {
  expect(placed(2, '0>1 1>0')).toEqual({ at: ['0,0', '1,0'], columns: 2, rows: 1 });
  expect(placed(3, '0>1 1>2 2>1').at).toEqual(['0,0', '1,0', '2,0']);
});

it('puts agents that no other called below each other', () => {
  expect(placed(2, '')).toEqual({ at: ['0,0', '0,1'], columns: 1, rows: 2 });
  expect(placed(0, '')).toEqual({ at: [], columns: 0, rows: 0 });
});

it('never puts two agents on one place', () => {
  const { at } = placed(9, '0>1 0>2 1>3 1>4 2>4 2>5 6>5 6>7 3>8 8>0');
  expect(new Set(at).size).toBe(9);
  const rows = at.map((place) => place.split(',').map(Number));
  for (const [index, [column, row]] of rows.entries())
    for (const [otherColumn, otherRow] of rows.slice(index + 1))
      expect(column !== otherColumn || Math.abs(row! - otherRow!) >= 1).toBe(true);
});
