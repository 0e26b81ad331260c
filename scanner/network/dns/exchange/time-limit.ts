/**
 * Creates a signal that aborts with a TimeoutError when the time is over, and `end`, which takes the timer back. What
 * came in while this program was busy is read first: our own slowness is not held against a server.
 */
export function timeLimit(milliseconds: number): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const timer = afterReading(milliseconds, () => {
    controller.abort(new DOMException('The time is over.', 'TimeoutError'));
  });
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}

/** Starts a timer whose action waits until sockets were looked at. */
export function afterReading(milliseconds: number, action: () => void): NodeJS.Timeout {
  return setTimeout(() => setImmediate(action), milliseconds);
}
