// An input for every procedure, with the ids of what a project has, and the marks that its texts contain.

/** In every text of the other project. */
export const MARK = 'FOREIGNMARK';
/** The word for searches, because responses repeat the words of their query. */
export const WORD = 'pelican';
/** In every text of its trace, which an analyst may not read. */
export const PRIVATE = 'PRIVATETEXT';
export const TEXT = `${MARK} ${PRIVATE} ${WORD}`;
export const TRACE = 'f'.repeat(32);
export const SPAN = '1'.repeat(16);
const NEW_SCORE = '00000000-0000-4000-8000-000000000001';
export const ALERT_RULE = {
  ...{ metric: 'spend', scope: {}, compare: 'threshold', direction: 'above', limit: 5 },
  ...{ windowHours: 1, forHours: 1, minimumCalls: 1, destinations: [] },
};
export const BUDGET = {
  ...{ subject: 'project', subjectName: null, dollars: 5, period: 'month', thresholds: [50, 100], destinations: [] },
};
const RULES = { capture: {}, mask: {} };
export const PRICE = { provider: 'openai', model: 'gpt-5.2', validFrom: '2026-11-01T00:00:00.000Z' };
export const RATES = {
  inputRate: 1,
  cacheReadRate: null,
  cacheWriteRate: null,
  cacheWriteHourRate: null,
  outputRate: 2,
  reasoningRate: null,
};

/** Ids in the other project. */
export interface Theirs {
  alertDestination: string;
  alertRule: string;
  budget: string;
  deletion: string;
  experiment: string;
  exportTarget: string;
  exportRun: string;
  hold: string;
  invitation: string;
  key: string;
  link: string;
  member: string;
  organization: string;
  price: string;
  providerKey: string;
  quarantined: string;
  score: string;
  view: string;
}

const ofTrace = { trace: TRACE };
const ofSpan = { ...ofTrace, spanId: SPAN };
const filter = { q: '', range: 'all' };
const releases = () => ({ from: new Date(Date.now() - 86_400_000), to: new Date(), q: '' });
const costs = () => ({ from: new Date(Date.now() - 86_400_000), to: new Date(), timeZone: 'UTC', q: '' });
const nothing = () => ({});

/** The input of every procedure, without the project. A procedure without an entry fails the test. */
export const INPUTS: Record<string, (theirs: Theirs) => object> = {
  'account.endOtherSessions': nothing,
  'account.endSession': () => ({ id: MARK }),
  'account.methods': nothing,
  'account.passkeys': nothing,
  'account.removePasskey': () => ({ id: MARK }),
  'account.renamePasskey': () => ({ id: MARK, name: 'mine' }),
  'account.sessions': nothing,
  'account.setPassword': () => ({ password: 'correct horse battery staple' }),
  'alerts.addDestination': () => ({
    destination: { name: 'mine', kind: 'webhook', address: 'https://example.com/' },
  }),
  'alerts.change': ({ alertRule }) => ({ id: alertRule, name: 'mine', rule: ALERT_RULE, isPaused: false }),
  'alerts.create': () => ({ name: 'mine', rule: ALERT_RULE, isPaused: false }),
  'alerts.deliveries': nothing,
  'alerts.history': ({ alertRule }) => ({ rule: alertRule }),
  'alerts.list': nothing,
  'alerts.preview': () => ({ rule: ALERT_RULE }),
  'alerts.remove': ({ alertRule }) => ({ id: alertRule }),
  'alerts.removeDestination': ({ alertDestination }) => ({ id: alertDestination }),
  'alerts.test': ({ alertDestination }) => ({ id: alertDestination }),
  'audit.list': nothing,
  'budgets.burnDown': ({ budget }) => ({ id: budget }),
  'budgets.change': ({ budget }) => ({ id: budget, name: 'mine', budget: BUDGET }),
  'budgets.create': () => ({ name: 'mine', budget: BUDGET }),
  'budgets.list': nothing,
  'budgets.remove': ({ budget }) => ({ id: budget }),
  'capture.get': nothing,
  'capture.preview': () => ({ rules: RULES, text: 'a' }),
  'capture.set': () => ({ rules: RULES, seen: 0 }),
  'compare.digests': () => ofTrace,
  'compare.request': () => ofSpan,
  'costs.billedThinking': () => ({ from: new Date(Date.now() - 86_400_000), to: new Date() }),
  'costs.checks': costs,
  'releases.list': () => ({ ...releases(), by: 'release' }),
  'releases.compare': () => ({ ...releases(), by: 'release', a: MARK, b: '2' }),
  'costs.cut': () => ({ ...costs(), by: 'session' }),
  'costs.days': costs,
  'costs.hints': costs,
  'costs.latency': () => ({ ...costs(), by: 'tool' }),
  'costs.latencyDays': () => ({ ...costs(), by: 'tool', key: MARK }),
  'costs.retries': costs,
  'costs.scores': () => ({ ...costs(), name: MARK }),
  'costs.steps': () => ({ calls: [{ traceId: TRACE, spanId: SPAN, index: 0 }] }),
  'costs.tools': costs,
  'costs.topThoughts': costs,
  'deletions.list': nothing,
  'deletions.preview': () => ({ kind: 'user', value: WORD, range: 'all' }),
  'deletions.request': () => ({ kind: 'user', value: WORD, range: 'all', confirmed: 1 }),
  'deletions.stop': ({ deletion }) => ({ id: deletion }),
  'experiments.answers': ({ experiment }) => ({ id: experiment, traceId: TRACE, spanId: SPAN }),
  'experiments.create': () => ({ made: { name: MARK, variants: [{ effort: 'low' }], budget: 1, q: '', range: 'all' } }),
  'experiments.estimate': () => ({ planned: { variants: [{ effort: 'low' }], q: '', range: 'all' } }),
  'experiments.list': nothing,
  'experiments.measured': nothing,
  'experiments.one': ({ experiment }) => ({ id: experiment }),
  'experiments.resume': ({ experiment }) => ({ id: experiment, budget: 1 }),
  'experiments.steps': ({ experiment }) => ({ id: experiment }),
  'experiments.stop': ({ experiment }) => ({ id: experiment }),
  'exports.addTarget': () => ({
    target: { name: 'mine', place: { kind: 'directory', folder: 'mine' }, format: 'jsonl', isHourly: false },
  }),
  'exports.removeTarget': ({ exportTarget }) => ({ id: exportTarget }),
  'exports.runs': nothing,
  'exports.schedule': ({ exportTarget }) => ({ id: exportTarget, isHourly: true }),
  'exports.start': ({ exportTarget }) => ({ id: exportTarget, isFull: false }),
  'exports.stop': ({ exportRun }) => ({ id: exportRun }),
  'exports.targets': nothing,
  'exports.test': ({ exportTarget }) => ({ id: exportTarget }),
  'holds.lift': ({ hold }) => ({ id: hold }),
  'holds.list': nothing,
  'holds.place': () => ({ kind: 'user', value: WORD, reason: 'mine' }),
  'keys.create': () => ({ name: 'mine', scopes: ['ingest'] }),
  'keys.list': nothing,
  'keys.rename': ({ key }) => ({ id: key, name: 'mine' }),
  'keys.revoke': ({ key }) => ({ id: key, name: MARK }),
  'keys.rotate': ({ key }) => ({ id: key, overlapHours: 0 }),
  'live.changes': () => ({ trace: TRACE }),
  'live.steps': () => ({ q: '' }),
  'members.invitations': nothing,
  'members.invite': () => ({ email: 'ada@example.test', role: 'member' }),
  'members.list': nothing,
  'members.remove': ({ member }) => ({ user: member }),
  'members.removePasskeys': ({ member }) => ({ user: member }),
  'members.resetPassword': ({ member }) => ({ user: member }),
  'members.resetSecondFactor': ({ member }) => ({ user: member }),
  'members.revokeInvitation': ({ invitation }) => ({ id: invitation }),
  'members.setRole': ({ member }) => ({ user: member, role: 'viewer' }),
  'onboarding.loadSample': nothing,
  'onboarding.status': nothing,
  'organization.createProject': ({ organization }) => ({ organization, name: 'mine' }),
  'organization.log': ({ organization }) => ({ organization }),
  'organization.members': ({ organization }) => ({ organization }),
  'organization.projects': ({ organization }) => ({ organization }),
  'organization.rename': ({ organization }) => ({ organization, name: 'mine' }),
  'organization.setRole': ({ organization, member }) => ({ organization, user: member, role: 'viewer' }),
  'palette.find': () => ({ q: WORD }),
  'prices.drop': ({ price }) => ({ id: price }),
  'prices.list': nothing,
  'prices.reprice': ({ price }) => ({ id: price, after: null }),
  'prices.save': () => ({ ...PRICE, ...RATES }),
  'projects.archive': nothing,
  'projects.delete': () => ({ name: MARK }),
  'projects.rename': () => ({ name: 'mine' }),
  'projects.restore': nothing,
  'providerKeys.add': () => ({ added: { provider: 'openai', label: MARK, key: 'sk-12345678', baseUrl: '' } }),
  'providerKeys.list': nothing,
  'providerKeys.remove': ({ providerKey }) => ({ id: providerKey }),
  'quarantine.body': ({ quarantined }) => ({ id: quarantined }),
  'quarantine.drop': ({ quarantined }) => ({ id: quarantined }),
  'quarantine.list': nothing,
  'quarantine.reasons': nothing,
  'quarantine.replay': ({ quarantined }) => ({ id: quarantined }),
  'retention.expired': () => ({ environment: MARK, keepDays: 1 }),
  'retention.list': nothing,
  'retention.set': () => ({ environment: 'mine', keepDays: 1 }),
  'scores.change': ({ score }) => ({ ...ofTrace, id: score, name: 'mine', number: 1 }),
  'scores.list': () => ofTrace,
  'scores.page': () => ({ limit: 10 }),
  'scores.remove': ({ score }) => ({ ...ofTrace, id: score }),
  'scores.summaries': () => ({ traces: [ofTrace.trace] }),
  'scores.set': () => ({ ...ofTrace, id: NEW_SCORE, name: 'mine', number: 1 }),
  'search.coverage': () => ({ range: 'all' }),
  'search.find': () => ({ ...filter, q: WORD, in: ['thought', 'said', 'args', 'result', 'answer'], group: 'trace' }),
  'sessions.list': () => filter,
  'sessions.summary': () => ({ session: MARK }),
  'sessions.texts': () => ({ turns: TRACE }),
  'sessions.totals': () => filter,
  'sessions.turns': () => ({ session: MARK }),
  'sessions.without': () => ({ ...filter, q: 'tool:none' }),
  'shareLinks.create': () => ({
    ...ofTrace,
    shows: { thoughts: true, said: true, arguments: true, results: true },
    expiresInDays: 7,
  }),
  'shareLinks.list': () => ofTrace,
  'shareLinks.revoke': ({ link }) => ({ ...ofTrace, id: link }),
  'trace.answerMedia': () => ofSpan,
  'trace.around': () => ofSpan,
  'trace.beyond': () => ofSpan,
  'trace.conversation': () => ({
    ...ofSpan,
    ...{ target: 'origin', model: '', thinking: true, answer: true, pin: [], skip: [] },
  }),
  'trace.cuts': () => ofSpan,
  'trace.find': () => ({ ...ofTrace, words: WORD }),
  'trace.fork': () => ({ ...ofSpan, from: 0 }),
  'trace.growing': () => ({ ...ofTrace, spans: SPAN }),
  'trace.hint': () => ofSpan,
  'trace.mediaBytes': () => ({ ...ofSpan, from: 'request', index: 0, part: 1, item: 0 }),
  'trace.opening': () => ofTrace,
  'trace.payload': () => ({ ...ofSpan, offset: 0 }),
  'trace.previews': () => ({ ...ofTrace, calls: `${SPAN}.0` }),
  'trace.receipt': () => ofSpan,
  'trace.evidence': () => ({ ...ofSpan, calls: [] }),
  'trace.findings': () => ofTrace,
  'trace.seen': () => ({ ...ofSpan, offset: 0 }),
  'trace.seenText': () => ({ ...ofSpan, section: 'message', index: 0, part: 0, offset: 0 }),
  'trace.skeleton': () => ofTrace,
  'trace.summary': () => ofTrace,
  'trace.text': () => ({ ...ofSpan, index: 0, field: 'thought', block: 0, offset: 0 }),
  'traces.delete': () => ofTrace,
  'traces.checks': () => ({ traces: [ofTrace.trace] }),
  'traces.facets': () => ({ ...filter, field: 'session' }),
  'traces.mark': () => ({ traces: [TRACE], addTags: ['mine'], bookmarked: true }),
  'traces.list': () => ({ ...filter, sort: 'age' }),
  'traces.table': () => ({ ...filter, sort: 'age' }),
  'traces.totals': () => filter,
  'traces.without': () => ({ ...filter, q: 'tool:none' }),
  'views.change': ({ view }) => ({ id: view, name: 'mine' }),
  'views.create': () => ({ name: 'mine', params: {} }),
  'views.list': nothing,
  'views.remove': ({ view }) => ({ id: view }),
};
