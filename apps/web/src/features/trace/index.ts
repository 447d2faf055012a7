export { TracePage } from './TracePage.tsx';
export { TracePeek } from './TracePeek.tsx';
