import type { Finding } from './finding.ts';

/** Milliseconds that two clocks may be apart before rows land in the wrong hour of a chart. */
const mostApart = 5_000;

export function areFarApart(milliseconds: number): boolean {
  return Math.abs(milliseconds) > mostApart;
}

/** Judges two clocks that are so many milliseconds apart; `which` begins the sentence: "The clocks". */
export function clockFinding(check: string, milliseconds: number, which: string): Finding {
  const message = `${which} are ${(Math.abs(milliseconds) / 1_000).toFixed(1)} s apart.`;
  if (!areFarApart(milliseconds)) return { check, state: 'well', message };
  return {
    check,
    state: 'wrong',
    message,
    advice: 'Synchronize the clocks of both machines by NTP.',
  };
}
