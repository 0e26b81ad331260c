import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestTime, timesVariable } from './test-times.ts';

/** A file that the test processes of a run write their times to. */
export class TimesFile {
  readonly #directory = mkdtempSync(join(tmpdir(), 'sonde-test-'));
  readonly #path = join(this.#directory, 'times.jsonl');
  readonly environment = { [timesVariable]: this.#path };

  /** Tells the files that took longest, and removes what was written. */
  longest(count: number): string {
    const text = existsSync(this.#path) ? readFileSync(this.#path, 'utf8') : '';
    rmSync(this.#directory, { recursive: true, force: true });
    const times = text
      .split('\n')
      .filter(Boolean)
      .map((line): TestTime => JSON.parse(line));
    const sum = (part: 'seconds' | 'busySeconds') => times.reduce((total, time) => total + time[part], 0);
    const row = (seconds: number, busy: number, name: string) =>
      `${seconds.toFixed(1).padStart(8)} ${busy.toFixed(1).padStart(8)}  ${name}\n`;
    const longest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);
    return [
      '\n seconds     busy  test file\n',
      ...longest.map(({ file, seconds, busySeconds }) => row(seconds, busySeconds, file)),
      row(sum('seconds'), sum('busySeconds'), `all ${times.length} files`),
    ].join('');
  }
}
