/** The algorithms of DNSSEC by the names that BIND gives them. */
const numbers: Readonly<Record<string, number>> = {
  rsamd5: 1,
  dh: 2,
  dsa: 3,
  rsasha1: 5,
  nsec3dsa: 6,
  nsec3rsasha1: 7,
  rsasha256: 8,
  rsasha512: 10,
  eccgost: 12,
  ecdsap256sha256: 13,
  ecdsa256: 13,
  ecdsap384sha384: 14,
  ecdsa384: 14,
  ed25519: 15,
  ed448: 16,
  indirect: 252,
  privatedns: 253,
  privateoid: 254,
};
const mostNumber = 255;

/** Reads the number of an algorithm that is written as one or by its name; undefined of others. */
export function dnssecAlgorithmOf(text: string): number | undefined {
  const name = text.toLowerCase();
  if (/^\d{1,10}$/.test(name)) return Number(name) <= mostNumber ? Number(name) : undefined;
  return Object.hasOwn(numbers, name) ? numbers[name] : undefined;
}
