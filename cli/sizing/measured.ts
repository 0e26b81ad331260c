/**
 * The figures that sizing rests on, as docs/measurements/ tells how they were taken: on two processors of a shared machine, with
 * all rollups and all detectors. They are of one row, which is one query with its response.
 */
export const measured = {
  /**
   * Octets of a stored row and its records, and of the counts of a row (names, clients, domains, minutes, latencies), by rows a day:
   * denser days pack closer (docs/measurements/bytes.md).
   */
  densities: [
    { rowsADay: 333_000, rowOctets: 23.6, countOctets: 5.5 },
    { rowsADay: 667_000, rowOctets: 21.9, countOctets: 4 },
    { rowsADay: 4_000_000, rowOctets: 18.1, countOctets: 2.5 },
  ],
  /** The share of a row's octets that is left without details (`SONDE_DETAIL_RETENTION`). */
  bareShare: 0.45,
  /** Octets of facts (passive DNS, seen domains, days of names) after so many rows. They grow slower than rows: 32 MB of 4 million. */
  facts: { rows: 20_000_000, octets: 59_000_000, exponent: 0.5 },
  /** Octets of a row in a compressed batch on its way from a sensor (docs/measurements/agent.md). */
  batchOctets: 25,
  /** Seconds of a processor that a sensor takes for a row: two packets at 1.06 million a second. */
  agentSeconds: 2 / 1_060_000,
  /** Seconds of a processor that the collector takes for a row, with all detectors (docs/measurements/ingest.md). */
  collectorSeconds: 5.5e-6,
  /** Seconds of a processor that the databases take for a row, merges included. */
  engineSeconds: 5.5e-6,
} as const;

/**
 * Gives the octets of a row and of its counts on days with so many rows: between two measured days on the line between them, by the
 * logarithm of the rows; beyond the first and the last, as there.
 */
export function octetsAt(rowsADay: number): { readonly rowOctets: number; readonly countOctets: number } {
  const { densities } = measured;
  const above = densities.findIndex((density) => density.rowsADay >= rowsADay);
  if (above <= 0) return densities.at(above)!;
  const [less, more] = [densities[above - 1]!, densities[above]!];
  const share = Math.log(rowsADay / less.rowsADay) / Math.log(more.rowsADay / less.rowsADay);
  const between = (from: number, to: number): number => from + share * (to - from);
  return {
    rowOctets: between(less.rowOctets, more.rowOctets),
    countOctets: between(less.countOctets, more.countOctets),
  };
}
