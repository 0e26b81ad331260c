/** Types whose data are names and numbers, where letters' case means nothing (RFC 4343). */
const caseless = new Set([
  'NS',
  'CNAME',
  'DNAME',
  'MX',
  'PTR',
  'SOA',
  'SRV',
  'A',
  'AAAA',
  'DS',
  'CDS',
  'TLSA',
  'ZONEMD',
]);
/** Made by signing anew, or of it. */
const ofSigning = new Set(['RRSIG', 'NSEC', 'NSEC3', 'NSEC3PARAM', 'ZONEMD', 'TYPE65534']);

/** Tells whether sets of this type tell of anything but that the zone was signed again. */
export function isMeaningful(type: string): boolean {
  return !ofSigning.has(type);
}

/** Writes a value in the form in which equal meaning is equal text. */
export function recordMeaning(type: string, value: string): string {
  const plain = caseless.has(type) ? value.toLowerCase() : value;
  const spaced = type === 'TXT' ? joinedStrings(plain) : plain.trim().replace(/\s+/g, ' ');
  if (type !== 'SOA') return withoutFinalDots(type, spaced);
  // The serial number counts versions; it is none of what they say.
  const fields = spaced.split(' ');
  return fields.length === 7 ? fields.toSpliced(2, 1).join(' ') : spaced;
}

function withoutFinalDots(type: string, value: string): string {
  return caseless.has(type) ? value.replace(/([^.\s])\.(?=\s|$)/g, '$1') : value;
}

/** How a text is cut into strings means nothing to those who read TXT (RFC 7208 section 3.3). */
function joinedStrings(value: string): string {
  return value.replace(/([^\\])"\s+"/g, '$1');
}
