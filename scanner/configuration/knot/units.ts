const seconds = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, M: 2_592_000, y: 31_536_000 } as const;
const octets = { B: 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 } as const;

/** Reads a time with or without its unit as seconds; NaN of what is none. */
export function timeOf(text: string): number {
  const [, count, unit = 's'] = /^(-?\d{1,19})([smhdwMy]?)$/.exec(text) ?? [];
  return count === undefined ? Number.NaN : Number(count) * seconds[(unit || 's') as keyof typeof seconds];
}

/** Reads a size with or without its unit as octets; NaN of what is none. */
export function sizeOf(text: string): number {
  const [, count, unit = 'B'] = /^(\d{1,19})([BKMG]?)$/.exec(text) ?? [];
  return count === undefined ? Number.NaN : Number(count) * octets[(unit || 'B') as keyof typeof octets];
}

/** The version that a unit of time came with; undefined of those that were always there. */
export function unitSince(text: string): string | undefined {
  return /[wMy]$/.test(text) ? '3.3' : undefined;
}
