import { marks, noResponseCode, offsets, transports } from '@sonde/shared/batch/row-layout.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodeName } from '@sonde/shared/dns/response-codes.ts';
import type { BatchRows } from '../batch-rows.ts';
import { type RecordView, sectionNumbers } from '../rows/read-records.ts';

/** Characters of a record that rules are tried on. */
export const longestAnswer = 4_096;
/** Records that rules are tried on. */
const mostAnswers = 256;

const noTexts: readonly string[] = [];

/** An answer is a record of the answer section. */
interface Answer {
  readonly type: number;
  readonly ttl: number;
  readonly text: string;
}

/** Row values are what rules ask of the current row, each worked out when it is first asked for. */
export class RowValues {
  /** Comparisons that were made since it was last set. */
  spent = 0;
  #rows: BatchRows | undefined;
  #answers: readonly Answer[] | undefined;
  #answerTexts: readonly string[] | undefined;
  #everything: readonly string[] | undefined;

  begin(rows: BatchRows): void {
    this.#rows = rows;
    this.#answers = undefined;
    this.#answerTexts = undefined;
    this.#everything = undefined;
  }

  get row(): BatchRows {
    return this.#rows!;
  }

  get isAnswered(): boolean {
    return this.row.responseCode !== noResponseCode;
  }

  get answers(): readonly Answer[] {
    if (this.#answers !== undefined) return this.#answers;
    const found: Answer[] = [];
    const { row } = this;
    row.records((record) => {
      if (record.section !== sectionNumbers.answer || found.length >= mostAnswers) return;
      found.push({ type: record.type, ttl: record.ttl, text: dataText(row, record) });
    });
    this.#answers = found;
    return found;
  }

  get answerTexts(): readonly string[] {
    this.#answerTexts ??= this.row.answerCount === 0 ? noTexts : this.answers.map(({ text }) => text);
    return this.#answerTexts;
  }

  /** The text of type and response code, both with their numbers, as rules name either. */
  get typeTexts(): readonly string[] {
    const { queryType } = this.row;
    return [recordTypeName(queryType), String(queryType)];
  }

  get codeTexts(): readonly string[] {
    const { responseCode } = this.row;
    return this.isAnswered ? [responseCodeName(responseCode), String(responseCode)] : noTexts;
  }

  get latencySeconds(): number | undefined {
    const { row } = this;
    const at = row.rowBytes;
    const microseconds =
      (at[offsets.latency]! |
        (at[offsets.latency + 1]! << 8) |
        (at[offsets.latency + 2]! << 16) |
        (at[offsets.latency + 3]! << 24)) >>>
      0;
    return this.isAnswered && microseconds > 0 ? microseconds / 1_000_000 : undefined;
  }

  get protocol(): string {
    const { transport } = this.row;
    if (
      transport === transports.udp ||
      transport === transports.dnscrypt_udp ||
      transport === transports.quic
    )
      return 'udp';
    return transport === transports.unknown ? 'unknown_transport' : 'tcp';
  }

  /** The header's flags of the response, or of the query if there was none. */
  get flags(): number {
    return this.isAnswered ? this.row.responseFlags : this.row.queryFlags;
  }

  get isTruncated(): boolean {
    return (this.flags & 0x0200) !== 0 || (this.row.marks & marks.clientTruncated) !== 0;
  }

  /** The results of a query as Windows tells them: `type: 5 target;::ffff:192.0.2.1;`. */
  get windowsResults(): readonly string[] {
    const parts = this.answers.map(({ type, text }) => {
      if (type === recordTypes.A) return `::ffff:${text};`;
      return type === recordTypes.AAAA ? `${text};` : `type: ${type} ${text};`;
    });
    return parts.length === 0 ? noTexts : [parts.join('')];
  }

  /** The status of a query as Windows tells it: a code of its own for each response code. */
  get windowsStatus(): string {
    if (!this.isAnswered) return '1460';
    const { responseCode, answerCount } = this.row;
    if (responseCode !== 0) return String(9_000 + responseCode);
    return answerCount === 0 ? '9501' : '0';
  }

  /** Everything that a row says, for words that are looked for anywhere. */
  get everything(): readonly string[] {
    if (this.#everything !== undefined) return this.#everything;
    const { row } = this;
    const heads = [row.queryName, row.clientAddress, row.serverAddress];
    this.#everything = [...heads, ...this.typeTexts, ...this.codeTexts, ...this.answerTexts];
    return this.#everything;
  }
}

/** Tells whether a record's data is strings, which may be parts of one text. */
export function hasStrings({ type }: Pick<RecordView, 'type'>): boolean {
  return type === recordTypes.TXT || type === recordTypes.SPF;
}

/** Gives a record's data as rules see it: strings without their quotation marks, one behind the other; other data as it is written. */
export function dataText(row: BatchRows, record: RecordView): string {
  const { dataStart, dataEnd } = record;
  const text = row.text(dataStart, Math.min(dataEnd, dataStart + longestAnswer));
  if (!hasStrings(record) || !text.startsWith('"')) return text;
  let plain = '';
  for (const [, inside = ''] of text.matchAll(/"((?:[^"\\]|\\.)*)"?/g)) plain += inside;
  return plain.replaceAll(/\\(["\\])/g, '$1');
}
