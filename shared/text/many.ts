/** Counts a thing in words: `1 batch`, `2 batches`. */
export function many(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
