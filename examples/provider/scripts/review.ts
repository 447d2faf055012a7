/** agents/review.ts: a code review whose thinking is sent verbatim. */
import type { Exchange } from '../script.ts';

export const reviewScript: readonly Exchange[] = [
  {
    asked: 'Please review pull request 214: retry captures when the payment provider times out.',
    turns: [
      {
        output: [
          {
            thought:
              'A retry around a capture. "Capture" means taking money, so the question is not whether the retry works but what happens when it works twice. ' +
              'A timeout does not mean the provider did nothing; it means we did not hear. I need the diff first.',
          },
          { said: 'Let me read the change.' },
          { call: 'read_file', arguments: { path: 'the diff' } },
        ],
        usage: { input: 684, cacheRead: 512, output: 118, thinking: 66 },
      },
      {
        output: [
          {
            thought:
              'So retry() wraps post(), up to four attempts, on TimeoutError. Whether that is safe depends on the idempotency key: if all four attempts carry the same key, the provider ' +
              'will recognise the repeats and take the money once. If each attempt has its own key, four attempts can be four captures.\n\n' +
              'Where does the key come from? The diff passes only order and amount to post(), no key. So either post() makes one, or there is none. Both are worth knowing: read http.ts and, ' +
              'in case somebody handles it elsewhere, search for the word in the whole repository.',
          },
          { call: 'read_file', arguments: { path: 'src/payments/http.ts' } },
          { call: 'search_code', arguments: { text: 'idempotency' } },
        ],
        usage: { input: 951, cacheRead: 768, output: 241, thinking: 163 },
      },
      {
        output: [
          {
            thought:
              'There it is. post() makes the key with randomUUID() inside the function, so each attempt gets a fresh one. The provider cannot tell a retry from a second order. That is a double charge, ' +
              'and precisely in the case this change is meant for: slow, but successful captures.\n\n' +
              'Wait, is it really reached? TIMEOUT_MS is 3,000 and AbortSignal.timeout throws a DOMException named TimeoutError. The diff writes "on: [TimeoutError]" and checks with instanceof. If that TimeoutError is our own ' +
              'class, the check never matches and the retry never runs, which would be a different bug that hides the first. The existing test expects rejects.toThrow(TimeoutError), so somebody maps it, or the test passes ' +
              'for another reason. I cannot settle that from here; I will say it as a question.\n\n' +
              'Next, who calls capture()? If a job does, there is a lease. Four attempts with three seconds each are not short. Probably src/queue/worker.ts.',
          },
          { call: 'read_file', arguments: { path: 'src/queue/worker.ts' } },
        ],
        usage: { input: 1288, cacheRead: 960, output: 287, thinking: 262 },
      },
      {
        output: [
          {
            thought:
              'Wrong path, but the error lists the files: src/jobs/capture-worker.ts must be it. Read that. I can work out the worst case in the same step: attempts 4, base 200, factor 3, timeout 3,000.',
          },
          { call: 'read_file', arguments: { path: 'src/jobs/capture-worker.ts' } },
          { call: 'retry_time', arguments: { attempts: 4, base_ms: 200, factor: 3, timeout_ms: 3000 } },
        ],
        usage: { input: 1652, cacheRead: 1536, output: 142, thinking: 51 },
      },
      {
        output: [
          {
            thought:
              'Worst case 14,600 ms. The lease is 10,000 ms. So while the first worker is still in its fourth attempt, a second one takes the same job and starts its own four. Even with a stable key per call ' +
              'of capture() that would be two keys. Therefore the key must come from the order, not from the call: then it does not matter who repeats what.\n\n' +
              'That is one fix for both findings: idempotency key = capture + order id. The lease still needs to be longer than the worst case, or the attempts fewer; with a 3 s timeout, three attempts are 9,800 ms, ' +
              'which is below 10,000 by a hair. I would rather raise the lease to 30 s.\n\n' +
              'The test only covers giving up. What is missing is the one that would have caught this: a server that captures and then answers too late, and an assertion on one captured payment.\n\n' +
              'Verdict: request changes. Two blocking, one question, one test.',
          },
          {
            said:
              'Request changes. As it is, this can charge a customer up to four times.\n\n' +
              '1. **Blocking.** `post()` makes a new idempotency key for every attempt (`src/payments/http.ts`), so the provider cannot recognise a retry. A capture that succeeded slowly is taken again. Derive the key from the order: `capture-${order.id}`.\n' +
              '2. **Blocking.** The worst case takes 14.6 s (2.6 s of waiting and four timeouts of 3 s); the job lease is 10 s. A second worker starts while the first still tries. Raise the lease to 30 s, or do less.\n' +
              '3. Question: `AbortSignal.timeout` throws a `DOMException`. Is it turned into our `TimeoutError` anywhere? If not, the retry never runs.\n' +
              '4. Please add the test that would have caught the first: a server that captures and then answers after 5 s, and exactly one captured payment.',
          },
        ],
        usage: { input: 1955, cacheRead: 1664, output: 569, thinking: 301 },
      },
    ],
  },
];
