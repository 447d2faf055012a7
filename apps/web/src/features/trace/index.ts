export { isAtTop } from './navigation/opening-address.ts';
export { TracePage } from './page/TracePage.tsx';
