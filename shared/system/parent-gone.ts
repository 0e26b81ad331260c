/**
 * The lifeline variable is set for a program that is to end with the one that started it; the program learns of that
 * over Node's channel.
 */
export const lifelineVariable = 'ENDS_WITH_PARENT';

/**
 * Calls `end` once the program that started this one is gone, by whatever end, SIGKILL included: that closes the channel
 * between them. Does nothing if `lifelineVariable` is not set. What is written to a terminal or a pipe that went with
 * the other program is lost from then on, and fails nothing.
 */
export function onParentGone(end: () => void): void {
  if (process.env[lifelineVariable] === undefined || process.channel === undefined) return;
  process.once('disconnect', () => {
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    end();
  });
  // Nobody sends anything on it: it keeps no program running.
  process.channel.unref();
}
