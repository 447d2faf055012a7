export { TracePage } from './TracePage.tsx';
