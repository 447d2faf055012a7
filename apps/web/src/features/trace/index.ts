export { isAtTop } from './opening-address.ts';
export { TracePage } from './TracePage.tsx';
