/** Writes an address as the API does: ClickHouse gives IPv4 addresses as `::ffff:192.0.2.1`. */
export function plainAddress(stored: string): string {
  return /^::ffff:[0-9.]+$/.test(stored) ? stored.slice(7) : stored;
}
