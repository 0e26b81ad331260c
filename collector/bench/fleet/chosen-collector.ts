/**
 * A chosen collector is the one of several that a simulated program keeps to until it does not answer, as what shares load between them
 * makes it do.
 */
export class ChosenCollector {
  readonly #urls: readonly string[];
  #at: number;

  /** `first` spreads programs over the collectors. */
  constructor(urls: readonly string[], first: number) {
    this.#urls = urls;
    this.#at = first % urls.length;
  }

  get url(): string {
    return this.#urls[this.#at]!;
  }

  /** Goes on to the next one. */
  leave(): void {
    this.#at = (this.#at + 1) % this.#urls.length;
  }
}
