/** Replaces everything in a text that ends a line, moves the cursor or turns the direction of writing. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
