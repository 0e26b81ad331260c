#!/usr/bin/env node
import { openFile } from './capture/capture-file.ts';
import { captureFilters } from './capture/filter.ts';
import { openLive } from './capture/pcap-live.ts';
import { runProgram } from './cli/program.ts';
import { Pipeline } from './pipeline/pipeline.ts';

/** The capture agent's program: the real parts under the command line. */
process.exitCode = await runProgram(process.argv.slice(2), {
  openLive,
  openFile,
  captureFilters,
  createPipeline: (options, sink) => new Pipeline(options, sink),
});
