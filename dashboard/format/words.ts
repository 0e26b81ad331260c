/** Writes a name of a program, such as `meanPayload` or `mean_payload`, in words. */
export function words(name: string): string {
  const spaced = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Counts a thing in words: `1 batch`, `2 batches`. The number comes written as the person reads it. */
export function many(count: string, one: string, several = `${one}s`): string {
  return `${count} ${count === '1' || count === '-1' ? one : several}`;
}
