import { recordTypes } from '../dns/record-types.ts';
import type { TextBuffer } from '../presentation/text-buffer.ts';
import {
  writeA,
  writeAaaa,
  writeOneName,
  writePreferredName,
  writeSoa,
  writeSrv,
  writeStrings,
  writeTwoNames,
} from './basic-data.ts';
import type { DataReader, DataWriter } from './data-reader.ts';
import { writeGeneric } from './generic-data.ts';
import { writeLocation } from './location.ts';
import {
  writeCsync,
  writeDnskey,
  writeDs,
  writeNsec,
  writeNsec3,
  writeNsec3ParamRecord,
  writeRrsig,
  writeSshfp,
  writeTlsa,
  writeZonemd,
} from './security-data.ts';
import { writeServiceBinding } from './service-binding.ts';
import { writeCaa, writeNaptr, writeUri } from './service-data.ts';

const classInternet = 1;

const writers: Partial<Record<keyof typeof recordTypes, DataWriter>> = {
  A: writeA,
  AAAA: writeAaaa,
  NS: writeOneName,
  MD: writeOneName,
  MF: writeOneName,
  CNAME: writeOneName,
  MB: writeOneName,
  MG: writeOneName,
  MR: writeOneName,
  PTR: writeOneName,
  DNAME: writeOneName,
  MINFO: writeTwoNames,
  RP: writeTwoNames,
  SOA: writeSoa,
  MX: writePreferredName,
  AFSDB: writePreferredName,
  RT: writePreferredName,
  KX: writePreferredName,
  LP: writePreferredName,
  SRV: writeSrv,
  TXT: writeStrings,
  SPF: writeStrings,
  HINFO: writeStrings,
  AVC: writeStrings,
  RESINFO: writeStrings,
  NINFO: writeStrings,
  WALLET: writeStrings,
  NAPTR: writeNaptr,
  CAA: writeCaa,
  URI: writeUri,
  LOC: writeLocation,
  DS: writeDs,
  CDS: writeDs,
  DLV: writeDs,
  TA: writeDs,
  TLSA: writeTlsa,
  SMIMEA: writeTlsa,
  SSHFP: writeSshfp,
  ZONEMD: writeZonemd,
  DNSKEY: writeDnskey,
  CDNSKEY: writeDnskey,
  KEY: writeDnskey,
  RRSIG: writeRrsig,
  SIG: writeRrsig,
  NSEC: writeNsec,
  NSEC3: writeNsec3,
  NSEC3PARAM: writeNsec3ParamRecord,
  CSYNC: writeCsync,
  SVCB: writeServiceBinding,
  HTTPS: writeServiceBinding,
};

/** The writers by number; all types worth a form of their own are below 512 or fall to the map. */
const byNumber: (DataWriter | undefined)[] = new Array(512).fill(undefined);
const beyond = new Map<number, DataWriter>();
for (const [name, writer] of Object.entries(writers)) {
  const number = recordTypes[name as keyof typeof recordTypes];
  if (number < byNumber.length) byNumber[number] = writer;
  else beyond.set(number, writer);
}

/** Chaos, whose TXT records tell the version and the name of a server, and Hesiod. */
function isOldClass(recordClass: number): boolean {
  return recordClass === 3 || recordClass === 4;
}

/** NS to SOA and PTR to TXT have the same data in all classes (RFC 1035 section 3.3); the others are of the Internet. */
function isForAllClasses(type: number): boolean {
  return (type >= 2 && type <= 6) || (type >= 12 && type <= 16);
}

/**
 * Writes a record's data in presentation form. Data that is not what its type demands, and data of other types and
 * classes, takes the generic form. mDNS uses the class's first bit for itself (RFC 6762 section 10.2).
 */
export function writeRecordData(out: TextBuffer, data: DataReader, type: number, recordClass: number): void {
  const { at, end } = data;
  const start = out.position;
  const writer = type < 512 ? byNumber[type] : beyond.get(type);
  const hasForm =
    (recordClass & 0x7fff) === classInternet || (isOldClass(recordClass) && isForAllClasses(type));
  if (writer !== undefined && hasForm && writer(out, data)) return;
  out.position = start;
  writeGeneric(out, data.bytes, at, end);
}
