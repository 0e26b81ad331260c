/** Tells whether one version, `9.18` or `9.18.4`, comes before another. */
export function isBefore(one: string, other: string): boolean {
  const parts = other.split('.').map(Number);
  for (const [index, part] of one.split('.').map(Number).entries()) {
    const against = parts[index] ?? 0;
    if (part !== against) return part < against;
  }
  return parts.length > one.split('.').length && parts.slice(one.split('.').length).some((part) => part > 0);
}
