import { FrameStreamError } from '../dnstap/frame-stream-error.ts';
import { type FileTarget, readDnstapFile } from '../dnstap/read-file.ts';

export interface FileFault {
  /** Says it to people, with the file's name. */
  readonly told: string;
  /** Whether the file only lacks its end, as after a crash of its writer. */
  readonly isCut: boolean;
}

/**
 * Reads a file of dnstap frames to its end, and returns what is wrong with it; undefined if nothing is. Rejects with an error that is none
 * of the file's, but of the program's own.
 */
export async function faultOfFile(path: string, target: FileTarget): Promise<FileFault | undefined> {
  const { streamFaults } = target.counters;
  const cutBefore = streamFaults.cut_off;
  try {
    await readDnstapFile(path, target);
  } catch (error) {
    // Errors of the system and of unpacking have a code.
    if (!(error instanceof FrameStreamError || (error instanceof Error && 'code' in error))) throw error;
    return { told: describe(path, error), isCut: false };
  }
  if (streamFaults.cut_off === cutBefore) return undefined;
  return {
    told: `${path} is truncated. The complete frames were read, and the missing end is lost.`,
    isCut: true,
  };
}

function describe(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof FrameStreamError) return `${path} violates the Frame Streams protocol: ${message}`;
  return code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}`;
}
