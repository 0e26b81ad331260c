const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumSignificantDigits: 3 });
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const change = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const decimal = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });
const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Formats a number with all digits. */
export function count(value: number): string {
  return whole.format(value);
}

/** Formats a number with all digits up to 99,999, then such as 1.24M. */
export function short(value: number): string {
  return Math.abs(value) < 100_000 ? whole.format(value) : compact.format(value);
}

/** Formats a number with three significant digits. */
export function plain(value: number): string {
  return decimal.format(value);
}

export function share(part: number, all: number): string {
  return all === 0 ? '–' : percent.format(part / all);
}

export function ratio(value: number): string {
  return percent.format(value);
}

/** Computes the growth in per cent, such as +12%; undefined if there was nothing before. */
export function growth(now: number, before: number): string | undefined {
  // As typographers write it: a hyphen is too short to be read beside digits.
  return before === 0 ? undefined : change.format(now / before - 1).replace('-', '\u2212');
}

export function milliseconds(value: number): string {
  if (value >= 1_000) return `${decimal.format(value / 1_000)} s`;
  return `${decimal.format(value)} ms`;
}

export function bytes(value: number): string {
  let unit = 0;
  let rest = value;
  while (rest >= 1_000 && unit < byteUnits.length - 1) {
    rest /= 1_000;
    unit++;
  }
  return `${decimal.format(rest)} ${byteUnits[unit]}`;
}
