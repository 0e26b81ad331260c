/** Longer values are for the engine that takes linear time. */
export const longestBacktracked = 512;
/** Each doubles the ways through, so that few may be there. */
const mostOptional = 3;
const mostChoices = 3;

/**
 * Tells whether JavaScript's own engine may run an expression on a short value. It goes back to try another way, which takes it
 * time beyond measure where repeated parts stand within or behind each other: here one character alone may be repeated without a
 * bound, in one place, beside a few that may be absent. It is some forty times faster than the engine of linear time.
 */
export function canBacktrack(expression: string): boolean {
  if (/[^\x20-\x7e]/.test(expression)) return false;
  // What is written differently in the two engines.
  if (/\(\?(?!:)|\[\[:|\[\^?\]|\\[^dDwWsSbB\W]|\\[-&~]{2}/.test(expression)) return false;
  const plain = expression.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  if (/[[\]]/.test(plain)) return false;
  if (/\)(?:[*+]|\{)/.test(plain)) return false;
  if (/[*+?}][*+{]|\{\d*,?\d*\}\?/.test(plain)) return false;
  const repeated = plain.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  const optional = plain.match(/(?<![*+?}(])\?/g)?.length ?? 0;
  const choices = plain.match(/\|/g)?.length ?? 0;
  if (repeated > 1 || optional > mostOptional || choices > mostChoices) return false;
  try {
    new RegExp(expression, 'i');
    return true;
  } catch {
    return false;
  }
}
