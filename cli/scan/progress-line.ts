/** A progress line says how far a scan is, on a terminal; nothing elsewhere. */
export class ScanProgressLine {
  readonly #stream: { readonly isTTY?: boolean; write(text: string): unknown };
  readonly #domain: string;
  #shown = false;

  constructor(stream: { readonly isTTY?: boolean; write(text: string): unknown }, domain: string) {
    this.#stream = stream;
    this.#domain = domain;
  }

  /** Tells that `check` has ended, so many of so many. */
  tell({ check, done, total }: { check: string; done: number; total: number }, what = 'checks'): void {
    if (this.#stream.isTTY !== true) return;
    this.#shown = true;
    this.#stream.write(
      `\r\u001b[K${this.#domain}: ${done} of ${total} ${what}${check === '' ? '' : `, ${check}`}`,
    );
  }

  /** Takes the line away again. */
  clear(): void {
    if (this.#shown) this.#stream.write('\r\u001b[K');
    this.#shown = false;
  }
}
