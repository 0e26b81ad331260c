import type { ExecutionContext } from 'ava';

type Body = (t: ExecutionContext, ...args: unknown[]) => unknown;
type Hook = (t: ExecutionContext) => unknown;
type DeclareHook = (...declared: [Hook] | [string, Hook]) => void;
type AlwaysHook = DeclareHook & { readonly always: DeclareHook };

interface Declared {
  readonly title: string;
  /** None has a test that is skipped. */
  readonly run?: (t: ExecutionContext) => unknown;
}

/** `test` as a test file calls it, in those forms that a batch has (see `mayShareProcess`). */
export interface BatchedTest {
  (title: string, body: Body, ...args: unknown[]): void;
  readonly serial: ((title: string, body: Body, ...args: unknown[]) => void) & {
    readonly before: DeclareHook;
    readonly after: AlwaysHook;
  };
  skip(title: string, body?: Body): void;
  readonly before: DeclareHook;
  readonly after: AlwaysHook;
  readonly beforeEach: DeclareHook;
  readonly afterEach: AlwaysHook;
}

/**
 * A batched file has the tests and hooks that a file declared while it was loaded. Its hooks run with its first test and behind its
 * last one, so that what they start is there for that file alone.
 */
export class BatchedFile {
  readonly path: string;
  readonly tests: Declared[] = [];
  readonly #before: Hook[] = [];
  /** Run behind all of its tests, whatever became of them. */
  readonly after: Hook[] = [];
  readonly #beforeEach: Hook[] = [];
  readonly #afterEach: Hook[] = [];
  #begun: Promise<void> | undefined;
  #isLoaded = false;

  constructor(path: string) {
    this.path = path;
  }

  /** Refuses what is declared from now on, which nobody would run. */
  loaded(): void {
    this.#isLoaded = true;
  }

  /** Takes what the file declares. */
  get test(): BatchedTest {
    const declare = (title: string, body: Body, ...args: unknown[]): void => {
      this.#add(this.tests, { title, run: (t) => body(t, ...args) });
    };
    const before = this.#hook(this.#before);
    const after = this.#alwaysHook(this.after);
    const serial = Object.assign((...declared: Parameters<typeof declare>) => declare(...declared), {
      before,
      after,
    });
    return Object.assign(declare, {
      serial,
      before,
      after,
      skip: (title: string) => this.#add(this.tests, { title }),
      beforeEach: this.#hook(this.#beforeEach),
      afterEach: this.#alwaysHook(this.#afterEach),
    });
  }

  #hook(list: Hook[]): DeclareHook {
    return (...declared) => this.#add(list, declared.at(-1) as Hook);
  }

  #alwaysHook(list: Hook[]): AlwaysHook {
    return Object.assign(this.#hook(list), { always: this.#hook(list) });
  }

  #add<Item>(list: Item[], item: Item): void {
    if (this.#isLoaded) throw new Error('Tests and hooks are declared while their file is loaded');
    list.push(item);
  }

  /** Runs one of the tests, with the hooks around it. */
  async run({ run }: Declared, t: ExecutionContext, isLast: boolean): Promise<void> {
    // Teardowns run in reverse: by then the test's own have.
    if (isLast) t.teardown(() => inTurn(this.after, t));
    t.teardown(() => inTurn(this.#afterEach, t));
    // If these fail, every test of the file does.
    this.#begun ??= inTurn(this.#before, t);
    await this.#begun;
    await inTurn(this.#beforeEach, t);
    await run?.(t);
  }
}

async function inTurn(hooks: readonly Hook[], t: ExecutionContext): Promise<void> {
  for (const each of hooks) await each(t);
}
