/** Paints the columns on a canvas, in the page's current colors; it has to be repainted when the theme changes. */
import type { StripColumn } from './strip-columns.ts';

const COLUMN_REM = 1.5;

export function paintStrip(canvas: HTMLCanvasElement, columns: readonly StripColumn[]): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const step = Math.min(width, columns.length * rem * COLUMN_REM) / Math.max(1, columns.length);
  const gap = step > 3 ? 1 : 0;
  const paints = {
    readable: colour('--part-readable'),
    summary: dots(context, colour('--part-summary')),
    noText: hatch(context, colour('--part-no-text')),
    none: colour('--line'),
  };
  const outlines = { readable: null, summary: colour('--part-summary'), noText: colour('--part-no-text'), none: null };
  const base = height - 5;
  columns.forEach((column, index) => {
    const x = index * step;
    const w = Math.max(1, step - gap);
    const h = column.height === null ? 2 : Math.max(2, column.height * (base - 2));
    context.fillStyle = paints[column.fill];
    context.fillRect(x, base - h, w, h);
    const outline = outlines[column.fill];
    if (outline && w > 4 && h > 4) {
      context.strokeStyle = outline;
      context.strokeRect(x + 0.5, base - h + 0.5, w - 1, h - 1);
    }
    if (!column.error) return;
    context.fillStyle = colour('--error');
    context.fillRect(x, height - 4, Math.max(2, w), 4);
  });
}

function pattern(
  context: CanvasRenderingContext2D,
  size: number,
  draw: (tile: CanvasRenderingContext2D) => void,
): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const inner = tile.getContext('2d');
  if (inner) draw(inner);
  return context.createPattern(tile, 'repeat') ?? '';
}

const dots = (context: CanvasRenderingContext2D, colour: string) =>
  pattern(context, 4, (tile) => {
    tile.fillStyle = colour;
    tile.fillRect(1, 1, 2, 2);
  });

const hatch = (context: CanvasRenderingContext2D, colour: string) =>
  pattern(context, 6, (tile) => {
    tile.strokeStyle = colour;
    tile.lineWidth = 2;
    for (const offset of [-6, 0, 6]) {
      tile.beginPath();
      tile.moveTo(offset, 6);
      tile.lineTo(offset + 6, 0);
      tile.stroke();
    }
  });
