#!/usr/bin/env node
import { runProgram } from './cli/program.ts';

/** The program that runs beside a resolver. */
process.exitCode = await runProgram(process.argv.slice(2));
