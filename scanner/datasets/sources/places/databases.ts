import { defineDataset } from '../../define-dataset.ts';

const megabyte = 1_048_576;
const place = ['geolocation'];
const monthly = 7 * 86_400;

/**
 * The DB-IP City Lite database is new each month, some days late: the last month's is asked for if there is none yet.
 */
export const dbIpCityLite = defineDataset({
  id: 'dbip-city-lite',
  name: 'DB-IP City Lite',
  role: 'place',
  fills: place,
  urls: (now) => [monthOf(now, 0), monthOf(now, -1)],
  homepage: 'https://db-ip.com/',
  licence: 'CC BY 4.0, with a visible link',
  credit: 'IP Geolocation by DB-IP (https://db-ip.com)',
  isDefault: true,
  rank: 4,
  content: { kind: 'mmdb' },
  everySeconds: monthly,
  maxBytes: 192 * megabyte,
  maxUnpackedBytes: 512 * megabyte,
});

function monthOf(now: Date, months: number): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  return `https://download.db-ip.com/free/dbip-city-lite-${first.toISOString().slice(0, 7)}.mmdb.gz`;
}

/** The IPinfo Lite dataset gives the country, and the system with its name; no cities. */
export const ipinfoLite = defineDataset({
  id: 'ipinfo-lite',
  name: 'IPinfo Lite',
  role: 'place',
  fills: [...place, 'network.asn', 'network.asn_name'],
  urls: 'https://ipinfo.io/data/ipinfo_lite.mmdb?token={key}',
  homepage: 'https://ipinfo.io/lite',
  licence: 'CC BY-SA 4.0',
  credit: 'IP address data powered by IPinfo (https://ipinfo.io)',
  key: 'ipinfo_token',
  rank: 5,
  content: { kind: 'mmdb' },
  maxBytes: 192 * megabyte,
  maxUnpackedBytes: 512 * megabyte,
});

const file = {
  urls: () => [],
  content: { kind: 'mmdb' },
  everySeconds: monthly,
  maxBytes: 512 * megabyte,
  maxUnpackedBytes: 1_024 * megabyte,
} as const;

export const geoLiteCity = defineDataset({
  ...file,
  id: 'geolite2-city',
  name: 'GeoLite2 or GeoIP2 City',
  role: 'place',
  fills: place,
  homepage: 'https://dev.maxmind.com/geoip/',
  licence: 'GeoLite2 End User License Agreement; needs an account',
  credit: 'This product includes GeoLite2 data created by MaxMind (https://www.maxmind.com)',
  rank: 2,
});

export const geoLiteAsn = defineDataset({
  ...file,
  id: 'geolite2-asn',
  name: 'GeoLite2 ASN',
  role: 'origin',
  fills: ['network.asn', 'network.asn_name'],
  homepage: 'https://dev.maxmind.com/geoip/',
  licence: 'GeoLite2 End User License Agreement; needs an account',
  credit: 'This product includes GeoLite2 data created by MaxMind (https://www.maxmind.com)',
  rank: 6,
});

export const ip2LocationLite = defineDataset({
  ...file,
  id: 'ip2location-lite',
  name: 'IP2Location LITE DB11',
  role: 'place',
  fills: place,
  homepage: 'https://lite.ip2location.com/',
  licence: 'CC BY-SA 4.0, with a visible link; needs an account',
  credit: 'This product includes IP2Location LITE data (https://lite.ip2location.com)',
  rank: 3,
});
