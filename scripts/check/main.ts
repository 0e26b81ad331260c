import { runArchitectureTest, runChecks } from './checks.ts';

// Both in any case: who mends one fault wants to know of the others.
const good = [await runChecks(), await runArchitectureTest()].every((result) => result);
process.exitCode = good ? 0 : 1;
