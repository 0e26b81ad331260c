import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';

/**
 * Keeps two agents of one machine from one directory, however close together they start: an abstract socket that bears the
 * directory's number, which only one can have, and which the kernel takes back whatever becomes of its owner. Undefined if
 * another has it.
 */
export async function lockDirectory(path: string): Promise<{ release(): Promise<void> } | undefined> {
  const { dev, ino } = await stat(path, { bigint: true });
  const server = createServer((connection) => connection.destroy());
  const isFree = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen(`\0sonde-agent-${dev}-${ino}`, () => resolve(true));
  });
  if (!isFree) return undefined;
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}
