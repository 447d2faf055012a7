export { firstRows, FROM_THE_START } from './address/list-request.ts';
export { loadListParams } from './address/load-list-params.ts';
export { TraceListPage } from './TraceListPage.tsx';
