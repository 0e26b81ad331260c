import type { ReadStream, WriteStream } from 'node:tty';

// The alternate screen, without a cursor, and without lines that run on: a character may be wider than it is counted.
const enter = '\u001b[?1049h\u001b[?25l\u001b[?7l';
const leave = '\u001b[?7h\u001b[?25h\u001b[?1049l';
const home = '\u001b[H';
const clearLine = '\u001b[K';
const clearBelow = '\u001b[J';

/**
 * A screen is a terminal's alternate screen. However the program ends, by a key, a signal, an error or its own end, the
 * terminal is as it was before.
 */
export class Screen {
  readonly #output: WriteStream;
  readonly #input: ReadStream;
  #isOpen = false;
  readonly #close = () => this.close();

  constructor(output: WriteStream, input: ReadStream) {
    this.#output = output;
    this.#input = input;
  }

  get columns(): number {
    return this.#output.columns || 80;
  }

  get rows(): number {
    return this.#output.rows || 24;
  }

  /** Takes keys by `onKey`: `q`, or what Ctrl and C send. `onGone`: there is no terminal any more. */
  open(onKey: (key: string) => void, onGone: () => void): void {
    // The last that a process does, whichever way it ends; an error that nobody catches is told after the first of them.
    process.once('uncaughtExceptionMonitor', this.#close);
    process.once('exit', this.#close);
    if (this.#input.isTTY) {
      this.#input.setEncoding('utf8');
      this.#input.on('data', onKey);
      this.#input.on('error', onGone);
      this.#input.on('end', onGone);
    }
    this.resume();
  }

  /** Opens it again after `close`; also if another program has set the terminal in between. */
  resume(): void {
    this.#isOpen = true;
    if (this.#input.isTTY) {
      this.#input.setRawMode(true);
      this.#input.resume();
    }
    this.#output.write(enter);
  }

  draw(lines: readonly string[]): void {
    if (!this.#isOpen) return;
    // No line break behind the last line, which would scroll a full screen.
    this.#output.write(`${home}${lines.map((line) => `${line}${clearLine}`).join('\r\n')}${clearBelow}`);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      if (this.#input.isTTY) {
        this.#input.setRawMode(false);
        this.#input.pause();
      }
      this.#output.write(leave);
    } catch {
      // The terminal has gone, and with it all that could be put right.
    }
  }
}
