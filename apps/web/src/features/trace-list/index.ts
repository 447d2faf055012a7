export { firstRows, FROM_THE_START } from './list-request.ts';
export { loadListParams } from './load-list-params.ts';
export { TraceListPage } from './TraceListPage.tsx';
