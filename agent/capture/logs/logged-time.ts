import { microsecondsOfIso } from '@sonde/shared/text/iso-microseconds.ts';

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:?\d\d)?$/;

/** Reads a moment as logs write it, in ISO 8601 and UTC if no zone is told; undefined if it is none. Microseconds since 1970. */
export function loggedTime(text: string): number | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, moment, zone = 'Z'] = match;
  const microseconds = microsecondsOfIso(`${moment}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(microseconds) ? undefined : microseconds;
}
