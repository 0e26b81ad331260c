/** The response codes come from the IANA registry "DNS RCODEs" (https://www.iana.org/assignments/dns-parameters). */
// biome-ignore format: a registry reads better as a block than as a line a code.
export const responseCodes = {
  NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5, YXDOMAIN: 6, YXRRSET: 7,
  NXRRSET: 8, NOTAUTH: 9, NOTZONE: 10, DSOTYPENI: 11, BADVERS: 16, BADKEY: 17, BADTIME: 18, BADMODE: 19,
  BADNAME: 20, BADALG: 21, BADTRUNC: 22, BADCOOKIE: 23,
} as const;

/** The largest RCODE that EDNS can carry: 12 bits (RFC 6891 section 6.1.3). */
const maxResponseCode = 4_095;

const namesByNumber = new Map<number, string>(
  Object.entries(responseCodes).map(([name, number]) => [number, name]),
);
const numbersByName = new Map<string, number>(Object.entries(responseCodes));

/** Gives the code's mnemonic, or `RCODE123` if the registry has none. */
export function responseCodeName(number: number): string {
  return namesByNumber.get(number) ?? `RCODE${number}`;
}

/** Finds the number of a mnemonic or of `RCODE123`, in any case; undefined if there is none. */
export function responseCodeNumber(name: string): number | undefined {
  const known = numbersByName.get(name.toUpperCase());
  if (known !== undefined) return known;
  const digits = /^RCODE([0-9]{1,4})$/i.exec(name)?.[1];
  return digits !== undefined && Number(digits) <= maxResponseCode ? Number(digits) : undefined;
}
