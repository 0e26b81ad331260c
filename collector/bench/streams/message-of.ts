import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The next message of a process that listens; rejects if it ends instead. */
export async function messageOf(child: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => {
        throw new Error(
          'The process that listens ended; it may have no room for so many connections (ulimit -n).',
        );
      }),
    ]);
    return message;
  } finally {
    over.abort();
  }
}
