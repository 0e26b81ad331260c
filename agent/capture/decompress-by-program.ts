import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CaptureError } from './capture-error.ts';

/** A decompressing program is one of the system's that undoes a compression which Node.js does not know. */
export interface DecompressingProgram {
  /** As it is called, which is also the compression's name. */
  readonly name: string;
  readonly options: readonly string[];
  /** The Debian package that has it. */
  readonly package: string;
  /** What it says of a file that lacks its end. */
  readonly saysTruncated: RegExp;
}

/**
 * Memory that xz may take: what its strongest setting needs, twice. A file asks for as much as its writer liked. The others need a few
 * megabytes whatever they read.
 */
const xzMemory = '128MiB';

/** The programs, by the first octets of what they read, in hexadecimal. */
const programs: readonly (readonly [head: string, program: DecompressingProgram])[] = [
  [
    'fd377a58',
    {
      name: 'xz',
      options: ['-dc', '-T1', `--memlimit-decompress=${xzMemory}`],
      package: 'xz-utils',
      saysTruncated: /Unexpected end of input/,
    },
  ],
  ...['04224d18', '02214c18'].map(
    (head) =>
      [
        head,
        { name: 'lz4', options: ['-dc'], package: 'lz4', saysTruncated: /Unfinished stream|Read error/ },
      ] as const,
  ),
  ['425a68', { name: 'bzip2', options: ['-dc'], package: 'bzip2', saysTruncated: /ends unexpectedly/ }],
];
const mostWords = 500;

/** Finds the program that reads what begins with these octets. */
export function programFor(head: Buffer): DecompressingProgram | undefined {
  const text = head.subarray(0, 4).toString('hex');
  return programs.find(([bytes]) => text.startsWith(bytes))?.[1];
}

/**
 * Gives out what a program of the system makes of compressed bytes, as fast as it is taken. `name` is the file's. Throws a CaptureError if
 * the program is not there, or can't read them.
 */
export async function* decompressedBy(
  program: DecompressingProgram,
  bytes: AsyncGenerator<Buffer>,
  name: string,
): AsyncGenerator<Buffer> {
  // Of the environment, what finds the program: others of its variables would be options.
  const child = spawn(program.name, program.options, { env: { PATH: process.env.PATH, LC_ALL: 'C' } });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (words.length < mostWords) words += chunk.toString('latin1');
  });
  const ended = once(child, 'close').then(
    ([code]) => code as number | null,
    (error: unknown) => error as Error,
  );
  let fault: unknown;
  const fed = pipeline(Readable.from(bytes), child.stdin).catch((error: NodeJS.ErrnoException) => {
    // A program that ends early says why by itself; any other fault is one of reading.
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') fault = error;
    if (fault !== undefined) child.kill();
  });
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
    const [end] = await Promise.all([ended, fed]);
    if (fault !== undefined) throw fault;
    if (end !== 0) throw refusal(program, end, words, name);
  } finally {
    child.kill();
  }
}

function refusal(
  { name: called, package: from, saysTruncated }: DecompressingProgram,
  end: number | null | Error,
  words: string,
  file: string,
): CaptureError {
  if (end instanceof Error) {
    return new CaptureError(
      'bad_file',
      `${file} is compressed by ${called}, and this system does not have the program ${called}. Debian's package ${from} contains it.`,
      { cause: end },
    );
  }
  if (saysTruncated.test(words))
    return new CaptureError('truncated_file', `${file} ends within its compressed data.`);
  const said = words
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 200);
  return new CaptureError('bad_file', `${file} can't be decompressed. ${called} reports: ${said}`);
}
