import { sizeOf, timeOf } from './units.ts';

/** The Knot ranges are the least and the most of numbers, times in seconds and sizes in octets, as knotc 3.2 holds values to them: section, least, most, names. */
const table = `
server | 1 | 256 | udp-workers tcp-workers
server | 1 | 512 | background-workers
server | 0 | 2147483647 | tcp-io-timeout tcp-remote-io-timeout tcp-max-clients remote-pool-limit remote-retry-delay dbus-init-delay
server | 128 | 2147483647 | quic-max-clients
server | 1 | 2147483647 | tcp-idle-timeout quic-idle-close-timeout remote-pool-timeout
server | 1048576 | - | quic-outbuf-max-size
server | 1220 | 4096 | udp-max-payload udp-max-payload-ipv4 udp-max-payload-ipv6
xdp | 1 | 65535 | quic-port
xdp | 1024 | 2147483647 | tcp-max-clients
xdp | 1048576 | - | tcp-inbuf-max-size tcp-outbuf-max-size
xdp | 1 | 2147483647 | tcp-idle-close-timeout tcp-idle-reset-timeout tcp-resend-timeout
control | 0 | 2147483 | timeout
statistics | 1 | 4294967295 | timer
database | 1048576 | 109951162777600 | journal-db-max-size
database | 5242880 | 107374182400 | kasp-db-max-size catalog-db-max-size
database | 1048576 | 107374182400 | timer-db-max-size
submission | 1 | 4294967295 | check-interval
submission | 0 | 4294967295 | timeout parent-delay
policy | 0 | 65535 | ksk-size zsk-size nsec3-iterations
policy | 0 | 2147483647 | dnskey-ttl zone-max-ttl propagation-delay rrsig-pre-refresh
policy | 0 | 4294967295 | ksk-lifetime zsk-lifetime delete-delay
policy | 1 | 2147483647 | rrsig-lifetime rrsig-refresh
policy | -1 | 4294967295 | nsec3-salt-lifetime
policy | 0 | 255 | nsec3-salt-length
policy | 1 | 65535 | signing-threads
zone | -1 | 2147483647 | zonefile-sync
zone | 2 | 4294967295 | refresh-min-interval refresh-max-interval
zone | 1 | 4294967295 | retry-min-interval retry-max-interval
zone | 3 | 4294967295 | expire-min-interval expire-max-interval
zone | 40960 | - | journal-max-usage
zone | 2 | - | journal-max-depth
zone | 1 | 65535 | adjust-threads
mod-cookies | 1 | 3110400 | secret-lifetime
mod-cookies | 1 | 2147483647 | badcookie-slip
mod-dnsproxy | 0 | 2147483647 | timeout
mod-noudp | 0 | 4294967295 | udp-allow-rate
mod-noudp | 1 | 4294967295 | udp-truncate-rate
mod-probe | 1 | 65535 | channels
mod-probe | 0 | 4294967295 | max-rate
mod-rrl | 1 | 2147483647 | rate-limit table-size
mod-rrl | 0 | 100 | slip
mod-synthrecord | 0 | 4294967295 | ttl
`;

interface KnotRange {
  readonly least: number;
  readonly most: number;
}

const ranges = new Map<string, KnotRange>();
for (const line of table.split('\n')) {
  const [section = '', least = '', most = '', names = ''] = line.split(' | ');
  if (section === '') continue;
  const range = { least: Number(least), most: most === '-' ? Number.POSITIVE_INFINITY : Number(most) };
  for (const name of names.split(' ')) ranges.set(`${section} ${name}`, range);
}

/** Returns the range of an item that a value of it lies beyond. `type`: integer, time or size. Templates have the ranges of zones. */
export function rangeMissed(
  section: string,
  name: string,
  type: string,
  text: string,
): KnotRange | undefined {
  const range = ranges.get(`${section === 'template' ? 'zone' : section} ${name}`);
  if (range === undefined) return undefined;
  const value = type === 'time' ? timeOf(text) : type === 'size' ? sizeOf(text) : Number(text);
  return value < range.least || value > range.most ? range : undefined;
}
