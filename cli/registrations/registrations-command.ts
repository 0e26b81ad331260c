import { once } from 'node:events';
import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import { RawBody } from '@sonde/client/raw-body.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../api/connect.ts';
import { exitCodes } from '../exit-codes.ts';
import { print, printJson } from '../print.ts';
import { type FilePart, type Form, fileParts, forms, LongLineError } from './file-parts.ts';

const importing = 'POST /api/v1/reverse-whois/import';
/** A request takes 4 MiB; a header of CSV comes besides. */
const partOctets = 3 * 1_048_576;
const types = { zone: 'text/plain', csv: 'text/csv', json: 'application/x-ndjson' } as const;
/** Milliseconds between two reports where nobody watches a terminal. */
const reportsEvery = 10_000;

interface Options extends ApiOptions {
  readonly form?: Form;
  readonly source?: string;
  readonly from: number;
}

interface Sums {
  rows: number;
  imported: number;
  malformed: number;
  end: number | null;
}

/** Creates the command `sonde registrations`: it imports files for reverse WHOIS, however long they are. */
export function registrationsCommand(): Command {
  const command = new Command('registrations').description('Import domain registrations for reverse WHOIS.');
  addApiOptions(command.command('import <FILE>'))
    .description(
      'Import a zone file from CZDS, CSV with a header, or JSON (an array, or one object per line), plain or compressed with gzip. ' +
        'You can repeat an interrupted import: no registration is counted twice.',
    )
    .addOption(
      new Option(
        '--form <FORM>',
        'format of the file (default: from the extension of its name, or zone)',
      ).choices(forms),
    )
    .option('--source <NAME>', 'name of the source in search results (default: name of the file)')
    .option(
      '--from <OCTETS>',
      'skip this many bytes of the uncompressed file, to continue an import',
      octets,
      0,
    )
    .action(importFile);
  return command;
}

async function importFile(file: string, options: Options): Promise<void> {
  const form = options.form ?? formOf(file);
  const source = options.source ?? sourceOf(file);
  const client = connect(options);
  const input = await openFile(file);
  const progress = new Progress(input.size, () => input.file.bytesRead);
  const sums: Sums = { rows: 0, imported: 0, malformed: 0, end: options.from };
  try {
    for await (const part of behind(fileParts(input.content, form, partOctets), options.from)) {
      const body = new RawBody<'application/x-ndjson'>(
        types[form] as 'application/x-ndjson',
        part.content.toString('utf8'),
      );
      const answer = await client.call(importing, { query: { source }, body });
      sums.rows += answer.rows;
      sums.imported += answer.imported;
      sums.malformed += answer.malformed;
      sums.end = part.end;
      progress.tell(sums);
    }
  } catch (error) {
    progress.end();
    if (sums.end !== null && sums.end > 0)
      process.stderr.write(`So far ${sentence(sums)} Continue with --from ${sums.end}.\n`);
    if (error instanceof LongLineError)
      throw new UsageError(
        `${file} has a line of more than ${partOctets} bytes. Is the format ${form} right? Use --form to set it.`,
      );
    throw error;
  } finally {
    input.file.destroy();
  }
  progress.end();
  if (options.json) return printJson(sums);
  print(sentence(sums));
}

async function* behind(parts: AsyncIterable<FilePart>, from: number): AsyncGenerator<FilePart> {
  for await (const part of parts) if (part.end === null || part.end > from) yield part;
}

async function openFile(file: string): Promise<{
  readonly file: ReadStream;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}> {
  try {
    const { size } = await stat(file);
    const stream = createReadStream(file, { highWaterMark: 1_048_576 });
    await once(stream, 'open');
    if (!/\.gz$/i.test(file)) return { file: stream, size, content: stream };
    const unpacked = createGunzip();
    stream.on('error', (error) => unpacked.destroy(error));
    return { file: stream, size, content: stream.pipe(unpacked) };
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Tells a person, on a terminal in one line that is written anew, how far an import is. */
class Progress {
  readonly #size: number;
  readonly #read: () => number;
  #toldAt = Date.now();
  #isOpen = false;

  constructor(size: number, read: () => number) {
    this.#size = size;
    this.#read = read;
  }

  tell(sums: Sums): void {
    const { stderr } = process;
    if (!stderr.isTTY && Date.now() - this.#toldAt < reportsEvery) return;
    this.#toldAt = Date.now();
    const share = this.#size === 0 ? 100 : Math.min(100, Math.floor((this.#read() / this.#size) * 100));
    const place = sums.end === null ? '' : `, byte ${sums.end}`;
    const text = `${share} %, ${sums.rows} rows, ${sums.imported} domains, ${sums.malformed} skipped${place}`;
    stderr.write(stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
    this.#isOpen = stderr.isTTY;
  }

  end(): void {
    if (this.#isOpen) process.stderr.write('\n');
    this.#isOpen = false;
  }
}

function sentence({ rows, imported, malformed }: Sums): string {
  return `${imported} domains from ${rows} rows, ${malformed} rows skipped.`;
}

function formOf(file: string): Form {
  const name = file.replace(/\.gz$/i, '');
  if (/\.csv$/i.test(name)) return 'csv';
  return /\.(?:json|ndjson|jsonl)$/i.test(name) ? 'json' : 'zone';
}

function sourceOf(file: string): string {
  const name = basename(file)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64);
  if (name !== '') return name;
  throw new UsageError(
    'No source name can be made from the name of the file. Use --source.',
    exitCodes.usage,
  );
}

function octets(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number of bytes.');
}
