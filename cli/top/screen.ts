import type { ReadStream, WriteStream } from 'node:tty';

const enter = '\u001b[?1049h\u001b[?25l';
const leave = '\u001b[?25h\u001b[?1049l';
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

  /** Takes keys by `onKey`: `q`, or what Ctrl and C send. */
  open(onKey: (key: string) => void): void {
    this.#isOpen = true;
    // The last that a process does, whichever way it ends.
    process.once('exit', this.#close);
    if (this.#input.isTTY) {
      this.#input.setRawMode(true);
      this.#input.setEncoding('utf8');
      this.#input.on('data', onKey);
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
    process.off('exit', this.#close);
    if (this.#input.isTTY) {
      this.#input.setRawMode(false);
      this.#input.pause();
    }
    this.#output.write(leave);
  }
}
