import { asNumber } from '../formats/read-rows.ts';
import type { KnownSystem, Place } from './address-facts.ts';

type Parts = Readonly<Record<string, unknown>>;

/**
 * Reads the place from a record of MaxMind's form, which DB-IP and IP2Location use too, or of IPinfo's; undefined if
 * there is none.
 */
export function placeOf(record: unknown, source: string): Place | undefined {
  const parts = objectOf(record);
  if (parts === undefined) return undefined;
  const location = objectOf(parts.location);
  const [subdivision] = Array.isArray(parts.subdivisions) ? parts.subdivisions : [];
  const place: Place = {
    country: codeOf(objectOf(parts.country)?.iso_code) ?? codeOf(parts.country_code),
    region: nameOf(subdivision) ?? textOf(parts.region),
    city: nameOf(parts.city) ?? textOf(parts.city),
    postalCode: textOf(objectOf(parts.postal)?.code) ?? textOf(parts.postal_code),
    latitude: degreesOf(location?.latitude, 90),
    longitude: degreesOf(location?.longitude, 180),
    timezone: textOf(location?.time_zone) ?? textOf(parts.timezone),
    source,
  };
  const isEmpty = Object.entries(place).every(([key, value]) => key === 'source' || value === null);
  return isEmpty ? undefined : place;
}

/** Reads the system from a record of GeoLite2 ASN's form, or of IPinfo's. */
export function systemOf(record: unknown): KnownSystem | undefined {
  const parts = objectOf(record);
  if (parts === undefined) return undefined;
  const asn = asNumber(parts.autonomous_system_number ?? parts.asn);
  if (asn === undefined || asn === 0) return undefined;
  const name = textOf(parts.autonomous_system_organization) ?? textOf(parts.as_name);
  return { asn, name, country: null };
}

function objectOf(value: unknown): Parts | undefined {
  return typeof value === 'object' && value !== null ? (value as Parts) : undefined;
}

function nameOf(value: unknown): string | null {
  return textOf(objectOf(objectOf(value)?.names)?.en);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : null;
}

function codeOf(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value) ? value : null;
}

function degreesOf(value: unknown, most: number): number | null {
  return typeof value === 'number' && Math.abs(value) <= most ? value : null;
}
