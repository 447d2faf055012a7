// The geometry of the agent graph, in rem. Pure.

interface GridCell {
  column: number;
  row: number;
}

export const NODE = { width: 13, height: 4.5 };
const GAP = { column: 5, row: 1 };
/** Room for arrows that go back below the boxes. */
const MARGIN = 1.5;

export const boxAt = ({ column, row }: GridCell) => ({
  left: column * (NODE.width + GAP.column),
  top: row * (NODE.height + GAP.row),
});

export const sizeOf = ({ columns, rows }: { columns: number; rows: number }) => ({
  width: columns * (NODE.width + GAP.column) - GAP.column,
  height: rows * (NODE.height + GAP.row) - GAP.row + MARGIN,
});

/** From the right side to the left side of the next box; backward and within a column, below the boxes. */
export function arrowPath(from: GridCell, to: GridCell): { path: string; x: number; y: number } {
  const start = boxAt(from);
  const end = boxAt(to);
  if (to.column > from.column) {
    const [x1, y1] = [start.left + NODE.width, start.top + NODE.height / 2];
    const [x2, y2] = [end.left, end.top + NODE.height / 2];
    const middle = (x1 + x2) / 2;
    return { path: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`, x: middle, y: (y1 + y2) / 2 - 0.25 };
  }
  const [x1, y1] = [start.left + NODE.width / 2, start.top + NODE.height];
  const [x2, y2] = [end.left + (NODE.width * 2) / 3, end.top + NODE.height];
  const low = Math.max(y1, y2) + MARGIN;
  return { path: `M${x1} ${y1}C${x1} ${low} ${x2} ${low} ${x2} ${y2}`, x: (x1 + x2) / 2, y: low - 0.375 };
}
