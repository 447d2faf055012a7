// Loaded first into every child of the launcher, and inherited by what those start (`node --import`): when the launcher
// was killed, its children end in order. It looks, since no signal and no closed pipe reaches through `node --watch` or
// Next's own children. Plain JavaScript, so that it costs no type stripping.
const LOOK_MS = 1000;
const DRAIN_MS = 15_000;

const launcher = Number(process.env.SUBTEXT_LAUNCHER);
const timer = setInterval(() => {
  try {
    process.kill(launcher, 0);
  } catch {
    clearInterval(timer);
    // 0 is the whole group, of which the launcher's child is the head.
    process.kill(process.platform === 'win32' ? process.pid : 0, 'SIGTERM');
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
  }
}, LOOK_MS).unref(); // looking alone is no reason to live
