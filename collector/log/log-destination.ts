import { openSync, writeSync } from 'node:fs';
import { isoTime } from '@sonde/shared/text/iso-time.ts';

/** Characters that are written together, and milliseconds that a line may wait for others. */
const together = 65_536;
const longestWait = 100;
/** Characters that wait for a reader that is behind; what comes beyond is lost. */
const longestBacklog = 1_048_576;

/**
 * A log destination takes lines that end with their line feed. It never fails: a line that can't be written is lost and
 * counted.
 */
export interface LogDestination {
  write(line: string): void;
  /** Lines that were lost since the program started, to a full disk for instance. */
  lostLines(): number;
}

/**
 * Opens the destination of the log: a file descriptor or a path. Lines are written some at a time, since a write for
 * each costs a busy collector more than making it; they are out when the process ends, unless it is killed. A disk that
 * is full or a reader that is gone costs lines rather than the collector, and the first line after them says how many.
 */
export function logDestination(
  destination: number | string,
  write: (file: number, text: Buffer) => number = writeSync,
): LogDestination {
  const file = typeof destination === 'number' ? destination : openSync(destination, 'a', 0o600);
  let gathered = '';
  let unwritten: Buffer = Buffer.alloc(0);
  let lost = 0;
  let told = 0;
  const lose = (text: string | Buffer): void => {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lost++;
  };
  const flush = (): void => {
    if (gathered !== '') {
      unwritten = Buffer.concat([unwritten, Buffer.from(gathered)]);
      gathered = '';
    }
    try {
      if (unwritten.length > 0 && lost > told) {
        const now = lost;
        write(file, lossLine(now - told));
        told = now;
      }
      while (unwritten.length > 0) unwritten = unwritten.subarray(write(file, unwritten));
    } catch (error) {
      // A reader that is behind is waited for, as far as there is room.
      if (isBusy(error) && unwritten.length < longestBacklog) return;
      lose(unwritten);
      unwritten = Buffer.alloc(0);
    }
  };
  setInterval(flush, longestWait).unref();
  process.on('exit', flush);
  return {
    write(line) {
      gathered += line;
      if (gathered.length >= together) flush();
    },
    lostLines: () => lost,
  };
}

function lossLine(lines: number): Buffer {
  const time = isoTime(Date.now());
  return Buffer.from(
    `{"level":"warn","time":"${time}","lines":${lines},"msg":"lines of this log could not be written and are lost"}\n`,
  );
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}
