import { z } from 'zod';
import { DeliveryError, defineSink, type OutgoingRecord } from '../define-sink.ts';
import { awsPath, awsSigned } from '../wire/aws-signature.ts';
import { parquetStructures } from '../wire/parquet-structure.ts';
import { packed, unpacked } from '../wire/parts.ts';
import { allJson, authoritySchema, compressionSchema, urlSchema } from './config-parts.ts';
import { userAndPassword } from './connection-parts.ts';
import { compressed, lines, postBatch } from './post-batch.ts';

/** Characters of text in one object, at most. */
const mostCharacters = 48 * 1024 * 1024;

const media = {
  none: { ending: '.ndjson', type: 'application/x-ndjson' },
  gzip: { ending: '.ndjson.gz', type: 'application/gzip' },
  zstd: { ending: '.ndjson.zst', type: 'application/zstd' },
  parquet: { ending: '.parquet', type: 'application/vnd.apache.parquet' },
} as const;

/**
 * This sink writes objects to S3, or to what speaks its protocol, below folders for each day and hour as tools that read such
 * buckets expect them. A batch that comes again has the same name, and takes its own place.
 */
export const s3 = defineSink({
  id: 's3',
  title: 'Amazon S3, MinIO, Ceph, Garage',
  config: z.object({
    url: urlSchema.describe('The URL of the service, such as https://s3.eu-central-1.amazonaws.com.'),
    region: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/)
      .default('us-east-1'),
    bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
    style: z
      .enum(['path', 'host'])
      .default('path')
      .describe('Where the bucket is in the URL: in the path, or before the host.'),
    prefix: z
      .string()
      .regex(/^[A-Za-z0-9!_.*'()/=-]{0,200}$/)
      .default('sonde/')
      .describe('The prefix of all object names.'),
    format: z
      .enum(['ndjson', 'parquet'])
      .default('ndjson')
      .describe('`parquet` needs the presentation json and only one stream: queries or threats.'),
    compression: compressionSchema
      .default('gzip')
      .describe('The compression of NDJSON. Parquet has its own compression.'),
    gather_seconds: z
      .int()
      .min(0)
      .max(3_600)
      .default(300)
      .describe(
        'How many seconds the first row of an object waits for others. A full object is written at once.',
      ),
    max_rows: z.int().min(100).max(100_000).default(50_000).describe('The most rows in one object.'),
    storage_class: z
      .string()
      .regex(/^[A-Z_]{1,40}$/)
      .optional()
      .describe('A storage class, such as STANDARD_IA.'),
    authority: authoritySchema,
  }),
  secret: { what: '`ACCESS_KEY:SECRET_KEY`', needed: true },
  presentations: [...allJson, 'cef'],
  fault: ({ format }, { presentation, queries, threats, by }) => {
    if (format !== 'parquet') return undefined;
    if (by === 'sensor')
      return "format parquet is written by the collector's store alone: a sensor writes ndjson";
    return presentation !== 'json' || (queries && threats)
      ? 'parquet takes presentation json, and either queries or threats'
      : undefined;
  },
  size: ({ max_rows: records, gather_seconds: seconds }) => ({
    records,
    characters: mostCharacters,
    files: 4_000,
    wait: seconds * 1_000,
  }),
  frame: (records, { config }) => {
    const body = lines(records);
    return packed([
      Buffer.from(folderOf(records)),
      config.format === 'parquet' ? body : compressed(body, config.compression),
    ]);
  },
  deliver: async (batch, { config, secret = '', outlets, now, signal }) => {
    const [folder, lines] = unpacked(batch.payload) as [Buffer, Buffer];
    const stream = folder.toString().startsWith('queries') ? 'queries' : 'threats';
    const { format, compression } = config;
    const body = format === 'parquet' ? await outlets.parquet(lines, parquetStructures[stream]) : lines;
    const { ending, type } = media[format === 'parquet' ? 'parquet' : compression];
    const url = objectUrl(config, `${config.prefix}${folder}/${batch.key}${ending}`);
    const { user: id, password } = userAndPassword(secret.trim());
    const headers = awsSigned(
      {
        method: 'PUT',
        url,
        headers: {
          'content-type': type,
          ...(config.storage_class === undefined ? {} : { 'x-amz-storage-class': config.storage_class }),
        },
        body,
      },
      { id, secret: password, region: config.region },
      now,
    );
    await put({ ...batch, payload: body }, url, headers, config.authority, { outlets, now, signal });
    return { refused: 0 };
  },
});

async function put(
  batch: Parameters<typeof postBatch>[0],
  url: URL,
  headers: Readonly<Record<string, string>>,
  authority: string | undefined,
  context: Parameters<typeof postBatch>[2],
): Promise<void> {
  try {
    await postBatch(
      batch,
      { url: url.href, headers, compression: 'none', method: 'PUT', authority },
      context,
    );
  } catch (error) {
    // An answer of 400 is of the request, never of a row in it: nothing is to be left out for it.
    if (error instanceof DeliveryError && error.refused)
      throw new DeliveryError(error.message, { cause: error });
    throw error;
  }
}

/** By the day and the hour of the first row: the same at each attempt. */
function folderOf([first]: readonly OutgoingRecord[]): string {
  const { stream = 'queries', at = 0 } = first ?? {};
  const time = new Date(Math.floor(at / 1_000)).toISOString();
  return `${stream}/date=${time.slice(0, 10)}/hour=${time.slice(11, 13)}`;
}

function objectUrl(
  { url, style, bucket }: { readonly url: string; readonly style: 'path' | 'host'; readonly bucket: string },
  key: string,
): URL {
  const whole = new URL(url);
  const root = whole.pathname.replace(/\/$/, '');
  if (style === 'host') whole.host = `${bucket}.${whole.host}`;
  whole.pathname = `${root}${style === 'path' ? `/${bucket}` : ''}/${awsPath(key)}`;
  return whole;
}
