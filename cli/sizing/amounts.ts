const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
const counts = new Intl.NumberFormat('en', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 3,
});
const threeDigits = new Intl.NumberFormat('en', { maximumSignificantDigits: 3, useGrouping: false });
const twoDigits = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });

/** Writes a count with three digits at most: `86.4 million`. */
export function countText(count: number): string {
  return counts.format(count);
}

/** Writes octets with three digits at most, in decimal units: `2.52 GB`. */
export function octetsText(octets: number): string {
  let unit = 0;
  let rest = octets;
  while (Number(rest.toPrecision(3)) >= 1_000 && unit < units.length - 1) {
    rest /= 1_000;
    unit++;
  }
  return `${threeDigits.format(rest)} ${units[unit]}`;
}

/** Writes a share of processors: `0.4 % of one`, `12.5`. */
export function processorsText(processors: number): string {
  if (processors >= 1) return threeDigits.format(processors);
  const percent = processors * 100;
  return `${(percent < 1 ? twoDigits : threeDigits).format(percent)} % of one`;
}
