#!/usr/bin/env node
import { runProgram } from './cli/program.ts';
import { parts } from './parts.ts';

/** The capture agent's program. */
process.exitCode = await runProgram(process.argv.slice(2), parts);
