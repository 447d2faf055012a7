/** Model calls without thinking: which paths ask for them, and what their requests and answers say. */
export { taskTarget, type TaskTarget } from './task-paths.ts';
export { readTaskRequest, type FileFacts } from './task-request.ts';
export { readTask } from './read-task.ts';
export { taskWords } from './task-words.ts';
