import { openFile } from './capture/capture-file.ts';
import { captureFilters } from './capture/filter.ts';
import { FollowedLog } from './capture/logs/followed-log.ts';
import { openLive } from './capture/pcap-live.ts';
import type { CommandParts } from './cli/command-parts.ts';
import { convertCapture } from './convert/convert-capture.ts';
import { Pipeline } from './pipeline/pipeline.ts';
import { defaultPipelineOptions } from './pipeline/pipeline-options.ts';
import { readTransactions } from './pipeline/read-transactions.ts';
import { verifyCapture } from './pipeline/verify.ts';
import { ThreadedPipeline } from './threads/threaded-pipeline.ts';

/** The parts are the real ones that the program is put together from. */
export const parts: CommandParts = {
  openLive,
  openFile,
  captureFilters,
  openLog: (options) => new FollowedLog(options),
  createPipeline: (options, sink) =>
    options.threads > 1 ? new ThreadedPipeline(options, sink) : new Pipeline(options, sink),
  readTransactions,
  convertFile: convertCapture,
  verifyFile: (path, ports, threads) =>
    verifyCapture(path, { ...defaultPipelineOptions, ports, threads, opensStreams: true }),
};
