/** Endings end with a measurement what it has started, the last first. */
export interface Endings {
  teardown(end: () => unknown): void;
}

export async function withEndings<Result>(work: (run: Endings) => Promise<Result>): Promise<Result> {
  const endings: (() => unknown)[] = [];
  try {
    return await work({ teardown: (end) => void endings.push(end) });
  } finally {
    for (const end of endings.reverse()) await end();
  }
}
