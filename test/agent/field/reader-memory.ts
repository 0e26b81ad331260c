/**
 * How much memory reading a file takes, by its form and length: `scripts/run test/agent/field/reader-memory.ts SMALL LARGE [FORM...]`, both in
 * megabytes before compression. Files are made in the system's directory for such, one at a time. Prints a table.
 */
import { execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mixedTraffic } from '../../../agent/bench/mixed-traffic.ts';
import { openFile } from '../../../agent/capture/capture-file.ts';
import { convertCapture } from '../../../agent/convert/convert-capture.ts';
import { Pipeline } from '../../../agent/pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import { dnstapTraffic } from '../../../resolver-plugin/bench/dnstap-traffic.ts';
import { DnstapCounters } from '../../../resolver-plugin/dnstap/counters.ts';
import { readDnstapFile } from '../../../resolver-plugin/dnstap/read-file.ts';
import { DnstapRows } from '../../../resolver-plugin/rows/dnstap-rows.ts';
import { messageKinds } from '../../../resolver-plugin/rows/message-kinds.ts';
import { CompressedRows } from '../../../sensor/bench/compressed-rows.ts';
import { defaultTransactionOptions } from '../../../sensor/rows/transaction-options.ts';
import { ownMostResidentBytes } from '../../../shared/bench/own-memory.ts';

const messagesAtOnce = 100_000;
const startSeconds = 1_790_000_000;
/** Seconds from one repetition of the traffic to the next, so that nothing waits for longer. */
const stepSeconds = 10;

type Write = (repetition: number) => Uint8Array;

const pcapHeadBytes = 24;

function pcapPieces(): { head: Uint8Array; piece: Write } {
  const { file } = mixedTraffic(messagesAtOnce);
  return {
    head: file.subarray(0, pcapHeadBytes),
    piece: (repetition) => {
      const piece = Buffer.from(file.subarray(pcapHeadBytes));
      for (let at = 0; at < piece.length; at += 16 + piece.readUInt32LE(at + 8))
        piece.writeUInt32LE(piece.readUInt32LE(at) + repetition * stepSeconds, at);
      return piece;
    },
  };
}

/** The same packets as enhanced packet blocks, with microseconds. */
function pcapngPieces(): { head: Uint8Array; piece: Write } {
  const head = Buffer.alloc(28 + 20);
  for (const [at, word] of [
    0x0a0d0d0a, 28, 0x1a2b3c4d, 1, 0xffffffff, 0xffffffff, 28, 1, 20, 1, 0, 20,
  ].entries())
    head.writeUInt32LE(word, at * 4);
  const { piece } = pcapPieces();
  return {
    head,
    piece: (repetition) => {
      const packets = Buffer.from(piece(repetition));
      const blocks: Buffer[] = [];
      for (let at = 0; at < packets.length; ) {
        const length = packets.readUInt32LE(at + 8);
        const block = Buffer.alloc(32 + ((length + 3) & ~3));
        const time = BigInt(packets.readUInt32LE(at)) * 1_000_000n + BigInt(packets.readUInt32LE(at + 4));
        const words = [6, block.length, 0, Number(time >> 32n), Number(time & 0xffffffffn), length, length];
        for (const [word, value] of words.entries()) block.writeUInt32LE(value, word * 4);
        packets.copy(block, 28, at + 16, at + 16 + length);
        block.writeUInt32LE(block.length, block.length - 4);
        blocks.push(block);
        at += 16 + length;
      }
      return Buffer.concat(blocks);
    },
  };
}

const zeekFields =
  'ts id.orig_h id.orig_p id.resp_h id.resp_p proto trans_id rtt query qclass qtype rcode AA TC RD RA Z answers TTLs';
const linesAtOnce = 20_000;

function lines(line: (time: number, index: number) => string): Write {
  return (repetition) => {
    const all: string[] = [];
    for (let index = 0; index < linesAtOnce; index++)
      all.push(line(startSeconds + repetition + index / linesAtOnce, index));
    return Buffer.from(all.join(''));
  };
}

function zeekCells(time: number, index: number): string[] {
  const name = `host${(index * 7_919) % 50_000}.example.net`;
  return [
    ...[
      time.toFixed(6),
      `10.0.${index & 255}.${(index >> 8) & 255}`,
      `${1_024 + (index % 60_000)}`,
      '10.255.0.53',
      '53',
      'udp',
    ],
    ...[
      `${index & 0xffff}`,
      '0.000913',
      name,
      '1',
      '1',
      '0',
      'F',
      'F',
      'T',
      'T',
      '0',
      '192.0.2.1,192.0.2.2',
      '300.0,300.0',
    ],
  ];
}

function zeekTable(): { head: Uint8Array; piece: Write } {
  const head = `#separator \\x09\n#set_separator\t,\n#empty_field\t(empty)\n#unset_field\t-\n#path\tdns\n#fields\t${zeekFields.replaceAll(' ', '\t')}\n`;
  return { head: Buffer.from(head), piece: lines((time, index) => `${zeekCells(time, index).join('\t')}\n`) };
}

function zeekJson(): { head: Uint8Array; piece: Write } {
  const fields = zeekFields.split(' ');
  const piece = lines((time, index) => {
    const cells = zeekCells(time, index);
    const entries = fields.map((field, at) => {
      const cell = cells[at]!;
      if (field === 'answers' || field === 'TTLs') return [field, cell.split(',')];
      return [
        field,
        /^(T|F)$/.test(cell)
          ? cell === 'T'
          : /^[\d.]+$/.test(cell) && !field.endsWith('_h')
            ? Number(cell)
            : cell,
      ];
    });
    return `${JSON.stringify(Object.fromEntries(entries))}\n`;
  });
  return { head: new Uint8Array(0), piece };
}

function eve(): { head: Uint8Array; piece: Write } {
  const piece = lines((time, index) => {
    const isAnswer = index % 2 === 1;
    const exchange = index >> 1;
    const rrname = `host${(exchange * 7_919) % 50_000}.example.net`;
    const event = {
      timestamp: new Date(time * 1_000).toISOString().replace('Z', '000+0000'),
      event_type: 'dns',
      src_ip: `10.0.${exchange & 255}.${(exchange >> 8) & 255}`,
      src_port: 1_024 + (exchange % 60_000),
      dest_ip: '10.255.0.53',
      dest_port: 53,
      proto: 'UDP',
      dns: {
        version: 2,
        type: isAnswer ? 'answer' : 'query',
        id: exchange & 0xffff,
        rrname,
        rrtype: 'A',
        ...(isAnswer && {
          rcode: 'NOERROR',
          flags: '8180',
          qr: true,
          rd: true,
          ra: true,
          answers: [{ rrname, rrtype: 'A', ttl: 300, rdata: '192.0.2.1' }],
        }),
      },
    };
    return `${JSON.stringify(event)}\n`;
  });
  return { head: new Uint8Array(0), piece };
}

function dnstap(): { head: Uint8Array; piece: Write } {
  const { file } = dnstapTraffic(messagesAtOnce);
  const headBytes = 8 + file.readUInt32BE(4);
  // The times stay: what comes again is taken for the same transactions later.
  const frames = file.subarray(headBytes, file.length - 12);
  return { head: file.subarray(0, headBytes), piece: () => frames };
}

const compressors: Readonly<Record<string, readonly string[]>> = {
  gzip: ['gzip', '-1'],
  zstd: ['zstd', '-1', '-q', '-c'],
  xz: ['xz', '-0', '-c'],
  lz4: ['lz4', '-1', '-c'],
  bzip2: ['bzip2', '-1', '-c'],
};
const forms: Readonly<Record<string, () => { head: Uint8Array; piece: Write }>> = {
  pcap: pcapPieces,
  pcapng: pcapngPieces,
  'dns.log, table': zeekTable,
  'dns.log, JSON': zeekJson,
  'eve.json': eve,
  dnstap,
};

async function writeForm(form: string, path: string, bytes: number): Promise<void> {
  const compressor = compressors[form];
  const { head, piece } = (forms[form] ?? pcapPieces)();
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield head;
    let written = head.length;
    for (let repetition = 0; written < bytes; repetition++) {
      const next = piece(repetition);
      written += next.length;
      yield next;
    }
  }
  if (form === 'C-DNS') {
    const packets = `${path}.pcap`;
    await pipeline(Readable.from(pieces()), createWriteStream(packets));
    await convertCapture(packets, path, defaultPipelineOptions.ports);
    await rm(packets);
    return;
  }
  if (compressor === undefined) return pipeline(Readable.from(pieces()), createWriteStream(path));
  const child = spawn(compressor[0]!, compressor.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  await Promise.all([
    pipeline(Readable.from(pieces()), child.stdin),
    pipeline(child.stdout, createWriteStream(path)),
  ]);
}

/** Reads a file once into compressed rows and prints what it took. */
async function measure(form: string, path: string): Promise<void> {
  const counters = new DnstapCounters();
  const compressed = new CompressedRows();
  const sink = { rows: (bytes: Uint8Array, count: number) => compressed.add(bytes, count) };
  if (form === 'dnstap') {
    const transactions = defaultTransactionOptions;
    const rows = new DnstapRows(
      { transactions, kinds: messageKinds, messageClock: true, malformed: () => 0 },
      sink,
    );
    await readDnstapFile(path, { sink: rows, counters });
    rows.end();
  } else {
    const reading = new Pipeline(defaultPipelineOptions, sink);
    await openFile(path).run(reading);
    reading.end();
  }
  compressed.end();
  const { user, system } = process.cpuUsage();
  const { rows } = compressed;
  process.stdout.write(
    JSON.stringify({ rows, bytes: ownMostResidentBytes(), seconds: (user + system) / 1e6 }),
  );
}

const [first = '', ...rest] = process.argv.slice(2);
if (first === 'measure') await measure(rest[0]!, rest[1]!);
else {
  const sizes = [Number(first), Number(rest[0])];
  const chosen =
    rest.length > 1 ? rest.slice(1) : [...Object.keys(forms), 'C-DNS', ...Object.keys(compressors)];
  process.stdout.write(
    '| form | file, MB | rows | processor time, s | memory at most, MiB |\n|---|---:|---:|---:|---:|\n',
  );
  for (const form of chosen) {
    for (const size of sizes) {
      const directory = await mkdtemp(join(tmpdir(), 'sonde-memory-'));
      try {
        const path = join(directory, 'file');
        await writeForm(form, path, size * 1e6);
        const { stdout } = await promisify(execFile)(process.execPath, [
          fileURLToPath(import.meta.url),
          'measure',
          form,
          path,
        ]);
        const { rows, bytes, seconds } = JSON.parse(stdout) as {
          rows: number;
          bytes: number;
          seconds: number;
        };
        const length = ((await stat(path)).size / 1e6).toFixed(0);
        process.stdout.write(
          `| ${form} | ${length} | ${rows} | ${seconds.toFixed(1)} | ${Math.round(bytes / 2 ** 20)} |\n`,
        );
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    }
  }
}
