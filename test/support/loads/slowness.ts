/** Milliseconds of processor time that the work below took at best on the machine that limits of time are written for. */
const usual = 10;
const document = JSON.stringify(
  Array.from({ length: 20_000 }, (_, index) => ({
    name: `host-${index}.example`,
    at: index,
    list: [index, 'a'],
  })),
);

/**
 * How many times longer than usual this machine needs now for a known piece of work, at best of some tries and at least 1. Limits
 * of time are multiplied by it: a slow or a crowded machine fails no test, and slow code fails on each.
 */
export function slowness(): number {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 8; time++) {
    const before = processorTime();
    const found = (JSON.parse(document) as { name: string; at: number }[])
      .filter(({ name }) => /^host-\d+\.example$/.test(name))
      .sort((one, other) => other.at - one.at);
    if (JSON.stringify(found).length < document.length / 2) throw new Error('The work was not done.');
    best = Math.min(best, processorTime() - before);
  }
  return Math.max(1, best / usual);
}

/** Of this thread, in milliseconds. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
