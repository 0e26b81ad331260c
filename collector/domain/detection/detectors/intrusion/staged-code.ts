import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { RowDetector } from '../../row-detector.ts';
import { type RecordView, sectionNumbers } from '../../rows/read-records.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import { LocatedMap } from '../../state/located-map.ts';
import { OncePerDay } from '../../state/once-per-day.ts';
import { TransactionTable } from '../../state/transaction-table.ts';
import { codeWithin } from './code-forms.ts';
import { seen } from './seen.ts';

const followed = 5_000;
const remembered = 10_000;
/** Octets of a record that are looked at. */
const mostOctets = 4_096;
/** Records that are known to hold no code, at 16 bytes each. */
const harmless = 16_384;
const mostNumbers = 64;
const samples = 5;
/** A label that counts: `3`, `p07`, `chunk-12`. */
const counted = /^([a-z-]{0,10}?)0*(\d{1,4})$/;
const packed = /^"?[A-Za-z0-9+/=_-]+"?(?: "[A-Za-z0-9+/=_-]+")*$/;

/** Numbered pieces below one domain, as one client asked for them. */
interface Pieces {
  since: number;
  octets: number;
  readonly numbers: Set<number>;
  readonly samples: string[];
}

/**
 * Detects code that waits in records of text for a program that fetches and runs it: what the text is, by its beginning or
 * its words, and pieces without meaning of their own under names that count.
 */
export function createStagedCodeDetector(): RowDetector {
  const pieces = new LocatedMap<Pieces>(followed);
  const told = new OncePerDay(remembered);
  const looked = new TransactionTable(harmless);
  return {
    name: 'staged_code',
    tables: [pieces, told],
    needs: rowTraits.special,
    observe: (row, { stagedCode }, report) => {
      if (
        row.queryType !== recordTypes.TXT &&
        row.queryType !== recordTypes.SPF &&
        row.queryType !== recordTypes.NULL
      )
        return;
      if (row.answerCount === 0 || row.nameService !== nameServices.dns) return;
      const { class: kind, registrable, subdomain, hash } = row.name;
      if ((kind !== 'ordinary' && kind !== 'unknown') || registrable === undefined) return;
      let octets = 0;
      row.records((record) => {
        if (record.section !== sectionNumbers.answer || record.type !== row.queryType) return;
        const { low, high } = hashOf(row.bytes, record);
        // Nearly all records were seen before: policies, keys and tokens.
        const known = looked.find(low, high);
        if (known !== -1) {
          octets += looked.word(known);
          return;
        }
        const text = row.text(record.dataStart, Math.min(record.dataEnd, record.dataStart + mostOctets));
        const code = codeWithin(text);
        if (code === undefined) {
          const isPiece = text.length >= stagedCode.pieceOctets && packed.test(text);
          looked.set(low, high, row.observedSeconds, isPiece ? text.length : 0);
          if (isPiece) octets += text.length;
          return;
        }
        if (
          !told.isFirst(
            `${row.locationId} ${row.clientAddress} ${registrable} ${code.what}`,
            row.observedSeconds,
          )
        )
          return;
        report.add(row, {
          type: 'staged_code',
          severity: code.isSure ? 'high' : 'medium',
          subject: registrable,
          technique: 'T1105',
          message: `${row.clientAddress} was sent ${code.what} in a record of ${row.queryName}`,
          evidence: {
            method: 'the beginning or the content of the data of a record',
            found: code.what,
            excerpt: code.excerpt,
            octets: record.dataEnd - record.dataStart,
            ...seen(row),
          },
        });
      });
      if (octets === 0) return;
      const number = counted.exec(subdomain.split('.', 1)[0]!)?.[2];
      if (number === undefined) return;
      const at = row.observedSeconds;
      const { locationId, client } = row;
      const own =
        pieces.getOfBoth(locationId, client.hash, hash) ??
        pieces.addOfBoth(locationId, client.hash, hash, {
          since: at,
          octets: 0,
          numbers: new Set(),
          samples: [],
        });
      if (at - own.since >= stagedCode.windowSeconds) {
        own.since = at;
        own.octets = 0;
        own.numbers.clear();
        own.samples.length = 0;
      }
      if (own.numbers.size >= mostNumbers || own.numbers.has(Number(number))) return;
      own.numbers.add(Number(number));
      own.octets += octets;
      if (own.samples.length < samples) own.samples.push(row.queryName);
      if (own.numbers.size < stagedCode.pieces || !isCounted(own.numbers)) return;
      if (!told.isFirst(`${locationId} ${row.clientAddress} ${registrable} pieces`, at)) return;
      report.add(row, {
        type: 'staged_code',
        severity: 'medium',
        subject: registrable,
        technique: 'T1105',
        message: `${row.clientAddress} was sent ${own.octets} encoded octets in ${own.numbers.size} numbered records below ${registrable}`,
        evidence: {
          method: 'encoded text in records under numbered names',
          pieces: own.numbers.size,
          octets: own.octets,
          from: new Date(own.since * 1_000).toISOString(),
          ...seen(row),
          sample_names: own.samples.slice(),
          thresholds: { ...stagedCode },
        },
      });
    },
  };
}

function hashOf(bytes: Uint8Array, { dataStart, dataEnd }: RecordView): { low: number; high: number } {
  let low = dataEnd - dataStart;
  let high = 0x811c_9dc5 | 0;
  for (let at = dataStart; at < dataEnd; at++) {
    low = Math.imul(low ^ bytes[at]!, 0x0100_0193);
    high = Math.imul(high ^ bytes[at]!, 0x5bd1_e995);
    high ^= high >>> 13;
  }
  return { low: low ^ (low >>> 15), high };
}

/** Most of the numbers follow one another. */
function isCounted(numbers: ReadonlySet<number>): boolean {
  let next = 0;
  for (const number of numbers) if (numbers.has(number + 1)) next++;
  return next >= numbers.size * 0.6;
}
