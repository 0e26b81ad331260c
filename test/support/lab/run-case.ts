import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lab, type LabOptions, startLab } from './start-lab.ts';

/** The whole of a program for `runInNamespace`: starts the lab, prints what the case returns as JSON, takes all down. */
export async function runCase(
  options: Omit<LabOptions, 'directory'>,
  judge: (lab: Lab, directory: string) => Promise<unknown>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-lab-'));
  try {
    const lab = await startLab({ ...options, directory });
    try {
      const report = JSON.stringify(await judge(lab, directory));
      await new Promise<void>((resolve) => process.stdout.write(report, () => resolve()));
    } finally {
      await lab.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  // Sockets that a case forgot must not keep the namespace.
  process.exit(0);
}
