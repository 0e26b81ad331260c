import { type DestinationStream, pino } from 'pino';

/** Characters that are written together, and milliseconds that a line may wait for others. */
const together = 65_536;
const longestWait = 100;

/**
 * Where the log goes: a file descriptor or a path. Lines are written some at a time, since a write for each costs a busy
 * collector more than making it; they are out when the process ends, unless it is killed.
 */
export function logDestination(destination: number | string): DestinationStream {
  const stream = pino.destination({ dest: destination, sync: true });
  // Gathered here: the stream's own way of gathering measures all that has gathered again at every line.
  let gathered = '';
  const flush = () => {
    if (gathered === '') return;
    const text = gathered;
    gathered = '';
    stream.write(text);
  };
  setInterval(flush, longestWait).unref();
  process.on('exit', flush);
  return {
    write(line) {
      gathered += line;
      if (gathered.length >= together) flush();
    },
  };
}
