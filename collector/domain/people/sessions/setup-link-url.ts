/** Writes the address of the page that takes a setup link's token: behind `#`, which browsers send to nobody. */
export function setupLinkUrl(base: string, token: string): string {
  return `${base.replace(/\/$/, '')}/setup#${token}`;
}
