// Loaded first into every child of the launcher (`node --import`): a child whose launcher was killed ends itself, in order.
// Plain JavaScript, so that it costs no type stripping in a process that may not know it.
const SECONDS_TO_DRAIN = 15;

if (process.channel) {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), SECONDS_TO_DRAIN * 1000).unref();
  });
  process.channel.unref(); // waiting for the launcher alone is no reason to live
}
