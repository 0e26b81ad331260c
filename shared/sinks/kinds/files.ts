import { z } from 'zod';
import { defineSink } from '../define-sink.ts';
import { compressionSchema } from './config-parts.ts';
import { compressed, lines } from './post-batch.ts';

const endings = { none: '', gzip: '.gz', zstd: '.zst' } as const;
const mebibyte = 1024 * 1024;
const periods = { hour: 3_600_000, day: 86_400_000 } as const;

/** Compressed files have a member, or a frame, for each batch, which tools read as one. */
export const files = defineSink({
  id: 'files',
  title: 'Files on the collector',
  config: z.object({
    compression: compressionSchema.default('none'),
    max_bytes: z
      .int()
      .min(64 * 1024)
      .max(2 ** 40)
      .default(100 * 1024 * 1024)
      .describe('If a file reaches this size, the sink closes it and begins another.'),
    every: z
      .enum(['hour', 'day', 'never'])
      .default('day')
      .describe('The sink also begins a new file at this interval (UTC).'),
    keep: z.int().min(1).max(10_000).default(30).describe('The number of closed files to keep.'),
  }),
  presentations: ['json', 'ecs', 'ocsf', 'zeek', 'cef', 'cof'],
  // Each batch is a file opened, brought to the disk and noted, by the thread that takes uploads in: if many rows wait, few batches.
  size: ({ max_bytes }) => ({
    records: 20_000,
    characters: Math.max(2 * mebibyte, Math.min(16 * mebibyte, Math.floor(max_bytes / 8))),
    files: 64,
    wait: 0,
  }),
  frame: (records, { config }) => compressed(lines(records), config.compression),
  deliver: async ({ payload, key, presentation }, { name, config, outlets, now }) => {
    const plain = presentation === 'cef' ? '.cef' : '.ndjson';
    await outlets.append(
      {
        name,
        ending: `${plain}${endings[config.compression]}`,
        key,
        maxBytes: config.max_bytes,
        periodBegan: config.every === 'never' ? 0 : now - (now % periods[config.every]),
        keep: config.keep,
      },
      payload,
    );
    return { refused: 0 };
  },
});
