export { loadListParams } from './list-params.ts';
export { firstRows, FROM_THE_START } from './list-request.ts';
export { TraceListPage } from './TraceListPage.tsx';
