import type { CborCursor } from './cbor-cursor.ts';
import { damaged } from './cbor-measure.ts';
import { collectionKeys, hintKeys, parameterKeys, preambleKeys, storageKeys } from './keys.ts';

/** Parameters of blocks that a file may have, and the finest clock, of nanoseconds. */
const maxParameters = 4_096;
const maxTicksPerSecond = 1_000_000_000;
const allHints = -1;

/** The block parameters state how the blocks that name them were collected and stored (RFC 8618 section 7.3.1.1). */
export interface BlockParameters {
  ticksPerSecond: number;
  /** `itemHints`: a bit that is not set tells of a field that the blocks do not have. */
  itemHints: number;
  /** Leading bits of client addresses that are stored. */
  clientPrefixV4: number;
  clientPrefixV6: number;
  /** The interface, if one is named and no other; else empty. */
  interfaceName: string;
}

/** Reads a file's preamble. Throws a CaptureError `bad_file` if it is of another version, or has no parameters. */
export function readPreamble(cursor: CborCursor): BlockParameters[] {
  const list: BlockParameters[] = [];
  let version = -1;
  cursor.entries((key) => {
    if (key === preambleKeys.majorVersion) version = cursor.count();
    else if (key === preambleKeys.blockParameters)
      cursor.each(() => {
        if (list.length === maxParameters) throw damaged();
        list.push(readParameters(cursor));
      });
  });
  if (version !== 1 || list.length === 0) throw damaged();
  return list;
}

function readParameters(cursor: CborCursor): BlockParameters {
  const parameters: BlockParameters = {
    ticksPerSecond: 0,
    itemHints: allHints,
    clientPrefixV4: 32,
    clientPrefixV6: 128,
    interfaceName: '',
  };
  cursor.entries((key) => {
    if (key === parameterKeys.storage) readStorage(cursor, parameters);
    else if (key === parameterKeys.collection) readCollection(cursor, parameters);
  });
  const { ticksPerSecond } = parameters;
  if (ticksPerSecond < 1 || ticksPerSecond > maxTicksPerSecond) throw damaged();
  return parameters;
}

function readStorage(cursor: CborCursor, parameters: BlockParameters): void {
  cursor.entries((key) => {
    if (key === storageKeys.ticksPerSecond) parameters.ticksPerSecond = cursor.count();
    else if (key === storageKeys.clientPrefixV4) parameters.clientPrefixV4 = cursor.count();
    else if (key === storageKeys.clientPrefixV6) parameters.clientPrefixV6 = cursor.count();
    else if (key === storageKeys.hints)
      cursor.entries((hint) => {
        if (hint === hintKeys.queryResponse) parameters.itemHints = cursor.count() | 0;
      });
  });
}

function readCollection(cursor: CborCursor, parameters: BlockParameters): void {
  cursor.entries((key) => {
    if (key !== collectionKeys.interfaces) return;
    let count = 0;
    let name = '';
    cursor.each(() => {
      const text = cursor.octets();
      if (count++ === 0) name = Buffer.from(text.subarray(0, 255)).toString('utf8');
    });
    parameters.interfaceName = count === 1 ? name : '';
  });
}
