/** A latest run executes a piece of work once at a time; calls that come meanwhile are answered by one run after it. */
export class LatestRun {
  readonly #work: () => Promise<void>;
  readonly #failed: (error: unknown) => void;
  #wanted = false;
  #running: Promise<void> | undefined;

  constructor(work: () => Promise<void>, failed: (error: unknown) => void) {
    this.#work = work;
    this.#failed = failed;
  }

  start(): void {
    this.#wanted = true;
    this.#running ??= this.#run();
  }

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#wanted) {
      this.#wanted = false;
      await this.#work().catch(this.#failed);
    }
    this.#running = undefined;
  }
}
