export { TraceListPage } from './TraceListPage.tsx';
