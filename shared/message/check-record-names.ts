import { type NameWork, skipName } from './skip-name.ts';

/**
 * Checks whether the names within a record's data are sound and lie within it. Data of other kinds that is odd is no
 * reason to refuse a message: it is written in the generic form.
 */
export function checkRecordNames(
  bytes: Uint8Array,
  start: number,
  end: number,
  type: number,
  data: number,
  next: number,
  work: NameWork,
): boolean {
  switch (type) {
    case 1: // A and AAAA, which are most
    case 28:
      return true;
    case 2: // NS
    case 3: // MD
    case 4: // MF
    case 5: // CNAME
    case 7: // MB
    case 8: // MG
    case 9: // MR
    case 12: // PTR
    case 39: // DNAME
      return skipName(bytes, start, end, data, work) === next || data === next;
    case 6: // SOA
      return data === next || skipTwo(bytes, start, end, data, work) === next - 20;
    case 14: // MINFO
    case 17: // RP
      return data === next || skipTwo(bytes, start, end, data, work) === next;
    case 15: // MX
    case 18: // AFSDB
    case 21: // RT
    case 36: // KX
      return data === next || skipName(bytes, start, end, data + 2, work) === next;
    case 33: // SRV
      return data === next || skipName(bytes, start, end, data + 6, work) === next;
    default:
      return true;
  }
}

function skipTwo(bytes: Uint8Array, start: number, end: number, at: number, work: NameWork): number {
  const behind = skipName(bytes, start, end, at, work);
  return behind < 0 ? behind : skipName(bytes, start, end, behind, work);
}
