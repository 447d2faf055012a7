// Every child of the launcher loads this file first, and so do their children (`node --import`): when the launcher was
// killed, its children shut down cleanly. The file polls, because no signal and no closed pipe passes through
// `node --watch` or Next's own children. Plain JavaScript, so that it needs no type stripping.
const LOOK_MS = 1000;
const DRAIN_MS = 15_000;

const launcher = Number(process.env.SUBTEXT_LAUNCHER);
const timer = setInterval(() => {
  try {
    process.kill(launcher, 0);
  } catch {
    clearInterval(timer);
    // 0 is the whole process group, which the launcher's child leads.
    process.kill(process.platform === 'win32' ? process.pid : 0, 'SIGTERM');
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
  }
}, LOOK_MS).unref(); // the polling must not keep the process alive
