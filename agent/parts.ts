import { openFile } from './capture/capture-file.ts';
import { captureFilters } from './capture/filter.ts';
import { openLive } from './capture/pcap-live.ts';
import type { CommandParts } from './cli/command-parts.ts';
import { Pipeline } from './pipeline/pipeline.ts';
import { defaultPipelineOptions } from './pipeline/pipeline-options.ts';
import { readTransactions } from './pipeline/read-transactions.ts';
import { verifyCapture } from './pipeline/verify.ts';

/** The parts are the real ones that the program is put together from. */
export const parts: CommandParts = {
  openLive,
  openFile,
  captureFilters,
  createPipeline: (options, sink) => new Pipeline(options, sink),
  readTransactions,
  verifyFile: (path, ports) => verifyCapture(path, { ...defaultPipelineOptions, ports }),
};
